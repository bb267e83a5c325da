package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import java.util.List;

/**
 * The next step of a worker that has read the record of an authorization. A worker that captures,
 * voids or approves owns no epoch: it goes by the record's state and epoch alone.
 */
final class Authorizing {

  private Authorizing() {}

  /** A worker that was asked to capture it, or to approve it. */
  static Worker asked(
      Worker worker, TransactionRecord record, Either<CaptureRequest, ApproverName> request) {
    Transaction seen = record.alone().orElseThrow();
    if (seen.body().authorization().isEmpty() && !seen.body().isTombstone()) {
      return refused(worker, new AuthorizationRefusal.NotAnAuthorization(seen.id()));
    }
    return switch (record.state()) {
      case INITIAL, PENDING ->
          refused(worker, new AuthorizationRefusal.NotYetAuthorized(seen.id()));
      case AUTHORIZED ->
          request.fold(
              amounts -> capture(worker, record, seen, amounts),
              approver -> approve(worker, record, seen, approver));
      case APPLIED, DONE ->
          request.fold(
              amounts -> captured(worker, seen, amounts),
              approver ->
                  record.approvals().contains(approver)
                      ? worker.stop(Result.authorized(record.alone()))
                      : captured(worker, seen));
      case CANCELING, CANCELED -> Closing.decided(worker);
    };
  }

  private static Worker capture(
      Worker worker, TransactionRecord record, Transaction seen, CaptureRequest amounts) {
    int required = seen.body().authorization().orElseThrow().requiredApprovals();
    List<ApproverName> given = record.approvals();
    if (given.size() < required) {
      return refused(
          worker,
          new AuthorizationRefusal.NotApproved(
              seen.id(),
              required,
              given,
              named(seen).stream().filter(name -> !given.contains(name)).toList()));
    }
    return amounts
        .of(seen.accountOperations())
        .fold(
            refusal -> refused(worker, refusal),
            captured ->
                worker.at(
                    new Step.Move(
                        Transition.capture(
                            seen.id(),
                            record.epoch(),
                            captured.amounts(),
                            required,
                            worker.owner()))));
  }

  /**
   * The authorization is captured. If the amounts asked for are the same, then the request has
   * succeeded, whichever worker captured it.
   */
  private static Worker captured(Worker worker, Transaction seen, CaptureRequest amounts) {
    return amounts.of(seen.accountOperations()).contains(seen.progress().captured())
        ? Closing.decided(worker)
        : captured(worker, seen);
  }

  private static Worker captured(Worker worker, Transaction seen) {
    return refused(
        worker, new AuthorizationRefusal.AlreadyCaptured(seen.id(), seen.capturedOperations()));
  }

  private static Worker approve(
      Worker worker, TransactionRecord record, Transaction seen, ApproverName approver) {
    List<ApproverName> named = named(seen);
    if (!named.contains(approver)) {
      return refused(worker, new AuthorizationRefusal.NoSuchApprover(seen.id(), approver, named));
    }
    return record.approvals().contains(approver)
        ? worker.stop(Result.authorized(record.alone()))
        : worker.at(new Step.Move(Transition.approve(record.id(), record.epoch(), approver)));
  }

  private static List<ApproverName> named(Transaction seen) {
    return seen.body()
        .authorization()
        .flatMap(terms -> terms.approvals())
        .map(rule -> rule.named())
        .orElse(List.of());
  }

  /**
   * The record is authorized, and the worker's goal ends there. Only recovery voids it, and only
   * when it has expired by the store's clock.
   */
  static Worker authorized(Worker worker, Lookup lookup) {
    Transaction seen = lookup.record().orElseThrow().alone().orElseThrow();
    boolean isOverdue = seen.isOverdueAt(seen.lastModified().plus(lookup.unmodifiedFor()));
    return worker.goal().isOfRecovery() && isOverdue
        ? Closing.cancel(worker, new CancelReason.Expired(seen.expiresAt().orElseThrow()))
        : worker.stop(Result.authorized(lookup.record().orElseThrow().alone()));
  }

  private static Worker refused(Worker worker, AuthorizationRefusal refusal) {
    return worker.stop(Result.refused(refusal));
  }
}
