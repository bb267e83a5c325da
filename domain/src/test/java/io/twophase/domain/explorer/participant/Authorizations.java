package io.twophase.domain.explorer.participant;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** What the judge knows of authorizations, from their records alone. */
final class Authorizations {

  static final Duration LIFETIME = Duration.ofDays(7);

  static final ApproverName A = new ApproverName("a");
  static final ApproverName B = new ApproverName("b");

  /** Of five that are held. */
  static final CaptureRequest THREE_OF_FIVE = new CaptureRequest.OfEach(Fixtures.usd("3"));

  private Authorizations() {}

  /** Nobody has to approve it. */
  static NewTransaction of(NewTransaction body) {
    return body.authorizedUnder(new AuthorizationTerms(LIFETIME));
  }

  /** So many of the two approvers have to. */
  static NewTransaction approved(int required, NewTransaction body) {
    return body.authorizedUnder(
        new AuthorizationTerms(LIFETIME, Option.some(new ApprovalRule(required, List.of(A, B)))));
  }

  static boolean is(NewTransaction body) {
    return body.authorization().isDefined();
  }

  /** Whether only its record says how much of what is held it moves. */
  static boolean isMovedAsRecorded(NewTransaction body) {
    return is(body) || body.isAtMost();
  }

  /** The operation, of the amount that the record says is captured. */
  static Operation captured(Transaction record, Operation operation) {
    return operation.foldTarget(
        account -> record.progress().captured().of(account), document -> document);
  }

  /** What is wrong with a change of an authorization's record, if anything is. */
  static Option<String> broken(Transaction before, Transaction after) {
    if (!is(before.body()) || before.equals(after)) {
      return Option.none();
    }
    if (before.state().isDecided() && !isNext(before.state(), after.state())) {
      return Option.some("an authorization that was " + before.state() + " is " + after.state());
    }
    if (before.state() == State.AUTHORIZED && !before.epoch().equals(after.epoch())) {
      return Option.some("an authorized record changes its epoch");
    }
    return after.state() == State.APPLIED ? undue(before, after) : Option.none();
  }

  private static boolean isNext(State before, State after) {
    return (before == State.APPLIED && after == State.DONE)
        || (before == State.CANCELING && after == State.CANCELED);
  }

  private static Option<String> undue(Transaction before, Transaction after) {
    if (before.state() != State.AUTHORIZED) {
      return Option.some("an authorization happens that nobody has captured");
    }
    int required = before.body().authorization().get().requiredApprovals();
    if (before.progress().approvals().size() < required) {
      return Option.some("it is captured with approvals of " + before.progress().approvals());
    }
    long sum = 0;
    for (AccountOperation operation : after.capturedOperations()) {
      long amount = operation.amount().minor();
      sum += operation.<Long>fold(debit -> -amount, credit -> amount);
    }
    return sum == 0 ? Option.none() : Option.some("what is captured adds up to " + sum);
  }
}
