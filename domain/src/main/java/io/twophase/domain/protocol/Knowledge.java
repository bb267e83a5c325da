package io.twophase.domain.protocol;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;

/**
 * What a worker has learnt so far.
 *
 * @param operations what the transaction does; empty until a record was read, where it was not
 *     given
 * @param unheld those not acknowledged as held at the owned epoch, in the order of waiting if any
 * @param owned the last epoch that was this worker's own, as long as it matters
 * @param reason why it is being canceled, once known
 * @param fencedAt the epoch of another that overtook this worker, if one did
 * @param foundDecided whether the transaction was decided before this worker had any part in it
 * @param result the known outcome that only a withdrawal still stands before
 * @param waiting whether it has met what others hold, and what it does about it
 * @param waitsForCapture whether it is an authorization: held, it does not happen yet
 * @param part of a debit that takes as much as there is, what is acknowledged as held of it at the
 *     owned epoch
 * @param captured what is decided to be moved, where less is than was asked for
 */
record Knowledge(
    List<Operation> operations,
    List<Operation> unheld,
    Option<Epoch> owned,
    Option<CancelReason> reason,
    Option<Epoch> fencedAt,
    boolean foundDecided,
    Option<Result> result,
    Waiting waiting,
    boolean waitsForCapture,
    Option<Debit> part,
    Captured captured) {

  /** What a worker knows that has been given these operations, and nothing else. */
  static Knowledge first(List<Operation> operations, boolean waitsForCapture) {
    return new Knowledge(
        operations,
        operations,
        Option.none(),
        Option.none(),
        Option.none(),
        false,
        Option.none(),
        Waiting.NOT_YET,
        waitsForCapture,
        Option.none(),
        Captured.IN_FULL);
  }

  Knowledge owning(Epoch epoch) {
    List<Operation> all = waiting.inOrder() ? WaitingOrder.sorted(operations) : operations;
    return with(operations, all, Option.some(epoch), reason).holding(Option.none());
  }

  /** So much is acknowledged as held at the owned epoch of a debit that is at most. */
  Knowledge holding(Option<Debit> newPart) {
    return new Knowledge(
        operations,
        unheld,
        owned,
        reason,
        fencedAt,
        foundDecided,
        result,
        waiting,
        waitsForCapture,
        newPart,
        captured);
  }

  /** That is decided to be moved. */
  Knowledge capturing(Captured amounts) {
    return new Knowledge(
        operations,
        unheld,
        owned,
        reason,
        fencedAt,
        foundDecided,
        result,
        waiting,
        waitsForCapture,
        part,
        amounts);
  }

  Knowledge disowned() {
    return with(operations, unheld, Option.none(), reason);
  }

  Knowledge lacking(List<Operation> stillUnheld) {
    return with(operations, stillUnheld, owned, reason);
  }

  Knowledge of(Transaction record) {
    return new Knowledge(
        record.operations(),
        unheld,
        owned,
        reason,
        fencedAt,
        foundDecided,
        result,
        waiting,
        record.body().authorization().isDefined(),
        part,
        record.progress().captured());
  }

  Knowledge because(Option<CancelReason> newReason) {
    return with(operations, unheld, owned, newReason);
  }

  private Knowledge with(
      List<Operation> newOperations,
      List<Operation> newUnheld,
      Option<Epoch> newOwned,
      Option<CancelReason> newReason) {
    return new Knowledge(
        newOperations,
        newUnheld,
        newOwned,
        newReason,
        fencedAt,
        foundDecided,
        result,
        waiting,
        waitsForCapture,
        part,
        captured);
  }

  Knowledge fenced(Epoch at) {
    return new Knowledge(
        operations,
        unheld,
        owned,
        reason,
        Option.some(at),
        foundDecided,
        result,
        waiting,
        waitsForCapture,
        part,
        captured);
  }

  Knowledge decidedBefore() {
    return new Knowledge(
        operations,
        unheld,
        owned,
        reason,
        fencedAt,
        true,
        result,
        waiting,
        waitsForCapture,
        part,
        captured);
  }

  Knowledge ending(Option<Result> end) {
    return new Knowledge(
        operations,
        unheld,
        owned,
        reason,
        fencedAt,
        foundDecided,
        end,
        waiting,
        waitsForCapture,
        part,
        captured);
  }

  Knowledge waiting(Waiting newWaiting) {
    boolean begins = newWaiting.inOrder() && !waiting.inOrder();
    List<Operation> inTurn = begins ? WaitingOrder.sorted(unheld) : unheld;
    return new Knowledge(
        operations,
        inTurn,
        owned,
        reason,
        fencedAt,
        foundDecided,
        result,
        newWaiting,
        waitsForCapture,
        part,
        captured);
  }
}
