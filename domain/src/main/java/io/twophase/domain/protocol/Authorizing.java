package io.twophase.domain.protocol;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;

/**
 * What a worker does with an authorization whose record it has read. A worker that captures, voids
 * or approves owns no epoch: the record's state and epoch are all that it goes by.
 */
final class Authorizing {

  private Authorizing() {}

  /** A worker that was asked to capture it, or to approve it. */
  static Worker asked(Worker worker, Transaction record, AuthorizationRequest request) {
    if (record.body().authorization().isEmpty() && !record.body().isTombstone()) {
      return refused(worker, new AuthorizationRefusal.NotAnAuthorization(worker.id()));
    }
    return switch (record.state()) {
      case INITIAL, PENDING ->
          refused(worker, new AuthorizationRefusal.NotYetAuthorized(worker.id()));
      case AUTHORIZED ->
          request.fold(
              capture -> capture(worker, record, capture.amounts()),
              approve -> approve(worker, record, approve.approver()));
      case APPLIED, DONE ->
          request.fold(
              capture -> captured(worker, record, capture.amounts()),
              approve -> captured(worker, record));
      case CANCELING, CANCELED -> Rereading.goOn(worker, record);
    };
  }

  private static Worker capture(Worker worker, Transaction record, CaptureRequest amounts) {
    int required = record.body().authorization().get().requiredApprovals();
    List<ApproverName> given = record.progress().approvals();
    if (given.size() < required) {
      return refused(
          worker,
          new AuthorizationRefusal.NotApproved(
              worker.id(),
              required,
              given,
              named(record).stream().filter(name -> !given.contains(name)).toList()));
    }
    return amounts
        .of(record.accountOperations())
        .fold(
            refusal -> refused(worker, refusal),
            captured ->
                worker.at(
                    new Step.Move(
                        new AuthorizationTransition.Capture(
                            worker.id(),
                            record.epoch(),
                            captured,
                            required,
                            worker.owner(),
                            worker.token()))));
  }

  /** It is captured: with the same amounts, that is the answer, whoever captured it. */
  private static Worker captured(Worker worker, Transaction record, CaptureRequest amounts) {
    Either<AuthorizationRefusal, Captured> asked = amounts.of(record.accountOperations());
    return asked.contains(record.progress().captured())
        ? Rereading.goOn(worker, record)
        : captured(worker, record);
  }

  private static Worker captured(Worker worker, Transaction record) {
    return refused(
        worker, new AuthorizationRefusal.AlreadyCaptured(worker.id(), record.capturedOperations()));
  }

  private static Worker approve(Worker worker, Transaction record, ApproverName approver) {
    List<ApproverName> named = named(record);
    if (!named.contains(approver)) {
      return refused(worker, new AuthorizationRefusal.NoSuchApprover(worker.id(), approver, named));
    }
    return record.progress().approvals().contains(approver)
        ? worker.stop(new Result.Authorized(record))
        : worker.at(
            new Step.Move(
                new AuthorizationTransition.Approve(worker.id(), record.epoch(), approver)));
  }

  private static List<ApproverName> named(Transaction record) {
    return record
        .body()
        .authorization()
        .flatMap(terms -> terms.approvals())
        .map(rule -> rule.named())
        .getOrElse(List.of());
  }

  /**
   * It is authorized, and the worker was to bring it so far, or no further. Holds that it has sent
   * at an epoch that another has overtaken since may come late, so it takes them back.
   */
  static Worker authorized(Worker worker, Transaction record) {
    Result result = new Result.Authorized(record);
    Option<Epoch> overtaken =
        worker.knowledge().owned().filter(epoch -> epoch.olderThan(record.epoch()));
    return overtaken.isEmpty()
        ? worker.stop(result)
        : worker.at(
            worker.knowledge().ending(Option.some(result)),
            new Step.Withdraw(overtaken.get(), record.operations()));
  }

  /** Recovery has found it expired. */
  static Worker expire(Worker worker, Transaction record) {
    return voidIt(worker, record, new CancelReason.Expired(record.expiresAt().get()));
  }

  static Worker voidIt(Worker worker, Transaction record, CancelReason reason) {
    return worker.at(
        worker.knowledge().because(Option.some(reason)),
        new Step.Move(
            new AuthorizationTransition.VoidAuthorization(
                worker.id(), record.epoch(), reason, worker.owner(), worker.token())));
  }

  private static Worker refused(Worker worker, AuthorizationRefusal refusal) {
    return worker.stop(new Result.AuthorizationRefused(refusal));
  }
}
