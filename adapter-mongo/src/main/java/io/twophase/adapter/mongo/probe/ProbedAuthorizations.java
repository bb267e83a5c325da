package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.probe.ProbeScript.FIRST;
import static io.twophase.adapter.mongo.probe.ProbeScript.STUCK;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Token;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** The steps of the probe on authorizations: one is captured in part, one expires. */
final class ProbedAuthorizations {

  private static final long HELD = 50;
  private static final long TAKEN = 30;
  private static final ApproverName APPROVER = new ApproverName("probe");
  private static final ApprovalRule RULE =
      new ApprovalRule(1, List.of(APPROVER, new ApproverName("other")));

  private final ProbedAccounts accounts;
  private final ProbedRecords records;
  private final Scratch ids;
  private final Owner owner;
  private final AccountId source;
  private final AccountId destination;

  ProbedAuthorizations(
      ProbedAccounts accounts, ProbedRecords records, Scratch ids, ApplicationName application) {
    this.accounts = accounts;
    this.records = records;
    this.ids = ids;
    this.owner = new Owner(application, new Token("authorizing"));
    this.source = ids.account("payer");
    this.destination = ids.account("payee");
  }

  void run() {
    accounts.open(
        "insert two more accounts", Scratch.opening(source, 100), Scratch.opening(destination, 0));
    authorize();
    approve();
    capture();
    expire();
  }

  private void authorize() {
    records.insert(
        "insert authorizations",
        begun("captured", STUCK, Option.some(RULE)),
        begun("expired", STUCK.dividedBy(2), Option.none()),
        begun("waiting", STUCK.multipliedBy(2), Option.none()));
    accounts.place(
        "hold what is authorized",
        ids.debit("captured", FIRST, source, HELD),
        ids.credit("captured", FIRST, destination, HELD));
    records.move(
        "authorize nothing at another epoch", Transition.authorize(id("captured"), FIRST.next()));
    records.move(
        "authorize three",
        Transition.authorize(id("captured"), FIRST),
        Transition.authorize(id("waiting"), FIRST),
        Transition.authorize(id("expired"), FIRST));
    records.move(
        "decide nothing that is authorized",
        Transition.decide(
            id("captured"),
            List.of(ids.transaction("captured")),
            FIRST,
            LinkedHashMap.empty(),
            Verdict.ALL_APPLIED));
  }

  private void approve() {
    Transition approval = Transition.approve(id("captured"), FIRST, APPROVER);
    records.move("refuse a capture that is not approved", captured());
    records.move("approve ($push of what is not there)", approval);
    records.move("refuse a second approval of one name ($ne)", approval);
  }

  private void capture() {
    Transition voided = voided("captured");
    records.move("capture a part", captured());
    records.move("capture nothing twice", captured());
    records.move("void nothing that is captured", voided);
    accounts.end(
        "settle the part, and give back the rest ($inc of three figures)",
        ProbeScript.settled(ids.debit("captured", FIRST, source, HELD), -TAKEN),
        ProbeScript.settled(ids.credit("captured", FIRST, destination, HELD), TAKEN));
    records.move("finish what is captured", Transition.finish(id("captured"), State.APPLIED));
  }

  private Transition captured() {
    return Transition.capture(ids.transaction("captured"), FIRST, List.of(TAKEN, TAKEN), 1, owner);
  }

  private void expire() {
    RecordQuery overdue = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    records.list("find what has expired ($lte)", overdue, id("expired"));
    records.move("void what has expired", voided("expired"));
    records.list("find no more of it", overdue);
    records.move("finish the void", Transition.finish(id("expired"), State.CANCELING));
  }

  private Transition voided(String name) {
    return Transition.cancel(records.record(id(name)), ProbeScript.REASON, owner, List.of());
  }

  private NewRecord begun(String name, Duration lifetime, Option<ApprovalRule> approvals) {
    return NewRecord.alone(
        ids.transfer(name, source, destination, HELD)
            .authorizedUnder(new AuthorizationTerms(lifetime, approvals)),
        owner);
  }

  private RecordId id(String name) {
    return ids.record(name);
  }
}
