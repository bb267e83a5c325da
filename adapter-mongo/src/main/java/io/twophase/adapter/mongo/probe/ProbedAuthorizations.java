package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.transaction.MongoTransactionRepository;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** The steps of the probe on authorizations: one is captured in part, one expires. */
final class ProbedAuthorizations {

  private static final Epoch FIRST = Epoch.FIRST;
  private static final long HELD = 50;
  private static final long TAKEN = 30;
  private static final ApproverName APPROVER = new ApproverName("probe");
  private static final ApprovalRule RULE =
      new ApprovalRule(1, List.of(APPROVER, new ApproverName("other")));

  private final ProbedAccounts accounts;
  private final ProbedRecords records;
  private final MongoTransactionRepository later;
  private final ScratchAmounts amounts;
  private final ApplicationName application;
  private final Token token = new Token("authorizing");
  private final AccountId source;
  private final AccountId destination;

  /**
   * On these.
   *
   * @param later reads the records as one whose clock is ahead by {@link ProbeScript#STUCK}
   */
  ProbedAuthorizations(
      ProbedAccounts accounts,
      ProbedRecords records,
      MongoTransactionRepository later,
      ScratchAmounts amounts,
      ApplicationName application) {
    this.accounts = accounts;
    this.records = records;
    this.later = later;
    this.amounts = amounts;
    this.application = application;
    this.source = amounts.ids().account("payer");
    this.destination = amounts.ids().account("payee");
  }

  void run() {
    accounts.open(
        "insert two more accounts", amounts.opening(source, 100), amounts.opening(destination, 0));
    authorize();
    approve();
    capture();
    expire();
  }

  private void authorize() {
    records.begin(
        "insert authorizations",
        begun("captured", ProbeScript.STUCK, Option.some(RULE)),
        begun("expired", ProbeScript.STUCK.dividedBy(2), Option.none()),
        begun("waiting", ProbeScript.STUCK.multipliedBy(2), Option.none()));
    accounts.hold("hold what is authorized", debit(), credit());
    records.advance(
        "authorize nothing at another epoch",
        new AuthorizationTransition.Authorize(id("captured"), FIRST.next()));
    records.advance(
        "authorize three",
        new AuthorizationTransition.Authorize(id("captured"), FIRST),
        new AuthorizationTransition.Authorize(id("waiting"), FIRST),
        new AuthorizationTransition.Authorize(id("expired"), FIRST));
    records.advance(
        "decide nothing that is authorized", new Transition.Decide(id("captured"), FIRST));
  }

  private void approve() {
    records.advance("refuse a capture that is not approved", captured());
    records.advance("approve ($push of what is not there)", approval());
    records.advance("refuse a second approval of one name ($ne)", approval());
  }

  private AuthorizationTransition approval() {
    return new AuthorizationTransition.Approve(id("captured"), FIRST, APPROVER);
  }

  private void capture() {
    records.advance("capture a part", captured());
    records.advance("capture nothing twice", captured());
    records.advance("void nothing that is captured", voided("captured"));
    accounts.settle(
        "settle the part, and give back the rest ($inc of three figures)", debit(), credit());
    records.advance("finish what is captured", new Transition.Finish(id("captured")));
  }

  private AuthorizationTransition captured() {
    return new AuthorizationTransition.Capture(
        id("captured"),
        FIRST,
        Captured.of(body("captured").accountOperations(), List.of(TAKEN, TAKEN)),
        1,
        Option.none(),
        token);
  }

  private void expire() {
    records.overdue("find what has expired ($lte)", later, id("expired"));
    records.advance("void what has expired", voided("expired"));
    records.overdue("find no more of it", later);
    records.advance("finish the void", new Transition.FinishCancel(id("expired")));
  }

  private AuthorizationTransition voided(String name) {
    CancelReason reason = new CancelReason.Requested("the probe");
    return new AuthorizationTransition.VoidAuthorization(
        id(name), FIRST, reason, Option.none(), token);
  }

  private Leg debit() {
    return partly(amounts.debit("captured", FIRST, source, HELD));
  }

  private Leg credit() {
    return partly(amounts.credit("captured", FIRST, destination, HELD));
  }

  private static Leg partly(Leg leg) {
    return new Leg(leg.transaction(), leg.epoch(), leg.operation(), TAKEN);
  }

  private NewRecord begun(String name, Duration lifetime, Option<ApprovalRule> approvals) {
    return new NewRecord.Begun(
        body(name).authorizedUnder(new AuthorizationTerms(lifetime, approvals)),
        application,
        Option.none(),
        token);
  }

  private NewTransaction body(String name) {
    return NewTransaction.transfer(id(name), source, destination, ScratchAmounts.money(HELD)).get();
  }

  private TransactionId id(String name) {
    return amounts.ids().transaction(name);
  }
}
