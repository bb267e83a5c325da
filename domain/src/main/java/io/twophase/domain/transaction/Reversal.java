package io.twophase.domain.transaction;

import io.twophase.domain.Eithers;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The transaction that compensates a done one: its legs exchanged, under a derived id. */
public final class Reversal {

  private Reversal() {}

  /** A reason why there is no reversal. */
  public sealed interface Refusal {

    /** Nothing has moved yet; a cancel ends the transaction. */
    record CancelInstead(TransactionId transaction, State state) implements Refusal {}

    /** It is decided, but not done: finish it first. */
    record FinishFirst(TransactionId transaction) implements Refusal {}

    /** It was canceled: nothing ever moved. */
    record NothingMoved(TransactionId transaction) implements Refusal {}

    /** The derived id would be too long for an id. */
    record IdTooLong(TransactionId transaction) implements Refusal {}

    /**
     * It has inserted, changed or removed a document. What was there before is not kept, so nothing
     * can bring it back.
     */
    record NotReversible(TransactionId transaction, DocumentOperation operation)
        implements Refusal {}
  }

  /** The first try at the reversal of a done transaction: {@link #of(Transaction, int)}. */
  public static Either<Refusal, NewTransaction> of(Transaction done) {
    return of(done, 1);
  }

  /**
   * A try at the reversal of a done transaction. Its id is {@code <id>:reversal}, and from the
   * second try on {@code <id>:reversal:<try>}. A try is made only when the one before is canceled,
   * for want of funds say, and what is canceled stays so: hence a transaction is reversed at most
   * once, however often and by however many it is asked.
   *
   * @param attempt counted from 1
   */
  public static Either<Refusal, NewTransaction> of(Transaction done, int attempt) {
    TransactionId id = done.id();
    CompensationRule.OnReverse verdict = CompensationRule.of(done.state()).onReverse();
    return switch (verdict) {
      case REFUSE_CANCEL_IT -> Either.left(new Refusal.CancelInstead(id, done.state()));
      case FINISH_THEN_REVERSE -> Either.left(new Refusal.FinishFirst(id));
      case REFUSE_NOTHING_MOVED -> Either.left(new Refusal.NothingMoved(id));
      case REVERSE ->
          Eithers.<Refusal, TransactionId>of(id.reversal(attempt), () -> new Refusal.IdTooLong(id))
              .flatMap(reversal -> exchanged(reversal, done));
    };
  }

  private static Either<Refusal, NewTransaction> exchanged(
      TransactionId reversal, Transaction done) {
    List<Operation> legs = new ArrayList<>();
    // the last leg first, so that a transfer's reversal is again a debit followed by a credit
    for (int at = done.operations().size() - 1; at >= 0; at--) {
      Either<DocumentOperation, Optional<Operation>> opposite =
          done.operations()
              .get(at)
              .foldTarget(
                  account ->
                      Either.right(Optional.of(done.progress().captured().of(account).reversed())),
                  Reversal::opposite);
      if (opposite.isLeft()) {
        return Either.left(new Refusal.NotReversible(done.id(), opposite.getLeft()));
      }
      opposite.get().ifPresent(legs::add);
    }
    return legs.isEmpty()
        ? Either.left(new Refusal.NothingMoved(done.id()))
        : Either.right(
            new NewTransaction(reversal, legs, Optional.of(done.id()))
                .labelled(done.body().labels().of(Optional.empty())));
  }

  /**
   * Returns what undoes an operation on a document: an operation, nothing, or nothing that is
   * possible.
   */
  private static Either<DocumentOperation, Optional<Operation>> opposite(
      DocumentOperation operation) {
    if (operation instanceof AddToField add) {
      return Either.right(
          Optional.of(
              new AddToField(
                  add.document(), add.field(), -add.amount(), add.floor(), add.ceiling())));
    }
    return operation instanceof CheckDocument || operation instanceof CheckAbsent
        ? Either.right(Optional.empty())
        : Either.left(operation);
  }

  /**
   * The effect of cancel, reverse and recovery on a transaction, by its state: the table of the
   * tutorial's compensation rules, mended.
   *
   * @param state the state it is in
   * @param onCancel what a cancel does
   * @param onReverse what a reversal does
   * @param onRecovery what recovery does
   */
  record CompensationRule(
      State state, OnCancel onCancel, OnReverse onReverse, OnRecovery onRecovery) {

    /** Nobody has claimed it: a cancel is one write, and recovery begins it. */
    public static final CompensationRule INITIAL_HOLDS_NOTHING =
        new CompensationRule(
            State.INITIAL, OnCancel.CANCEL_AT_ONCE, OnReverse.REFUSE_CANCEL_IT, OnRecovery.CLAIM);

    /** Undecided: the first of decide and cancel wins. */
    public static final CompensationRule PENDING_IS_UNDECIDED =
        new CompensationRule(
            State.PENDING, OnCancel.BEGIN_CANCEL, OnReverse.REFUSE_CANCEL_IT, OnRecovery.TAKE_OVER);

    /** Held, and undecided: the first of capture and void wins, and only expiry has it voided. */
    public static final CompensationRule AUTHORIZED_WAITS =
        new CompensationRule(
            State.AUTHORIZED,
            OnCancel.VOID,
            OnReverse.REFUSE_CANCEL_IT,
            OnRecovery.VOID_IF_OVERDUE);

    /** Decided to happen: never rolled back, only compensated, once it is done. */
    public static final CompensationRule APPLIED_MUST_FINISH =
        new CompensationRule(
            State.APPLIED,
            OnCancel.REFUSE_REVERSE_IT,
            OnReverse.FINISH_THEN_REVERSE,
            OnRecovery.SETTLE);

    /** The transaction has happened: another transaction, legs exchanged, compensates it. */
    public static final CompensationRule DONE_IS_COMPENSATED =
        new CompensationRule(
            State.DONE, OnCancel.REFUSE_REVERSE_IT, OnReverse.REVERSE, OnRecovery.NOTHING);

    /** Decided not to happen: whoever comes releases what is left. */
    public static final CompensationRule CANCELING_MUST_FINISH =
        new CompensationRule(
            State.CANCELING, OnCancel.CARRY_ON, OnReverse.REFUSE_NOTHING_MOVED, OnRecovery.RELEASE);

    /** The transaction has not happened, and nothing is held. */
    public static final CompensationRule CANCELED_STAYS =
        new CompensationRule(
            State.CANCELED,
            OnCancel.SAME_ANSWER,
            OnReverse.REFUSE_NOTHING_MOVED,
            OnRecovery.NOTHING);

    /** All of them, in the order of the states. */
    public static final List<CompensationRule> ALL =
        List.of(
            INITIAL_HOLDS_NOTHING,
            PENDING_IS_UNDECIDED,
            AUTHORIZED_WAITS,
            APPLIED_MUST_FINISH,
            DONE_IS_COMPENSATED,
            CANCELING_MUST_FINISH,
            CANCELED_STAYS);

    /** The rule of {@code state}. */
    public static CompensationRule of(State state) {
      return switch (state) {
        case INITIAL -> INITIAL_HOLDS_NOTHING;
        case PENDING -> PENDING_IS_UNDECIDED;
        case AUTHORIZED -> AUTHORIZED_WAITS;
        case APPLIED -> APPLIED_MUST_FINISH;
        case DONE -> DONE_IS_COMPENSATED;
        case CANCELING -> CANCELING_MUST_FINISH;
        case CANCELED -> CANCELED_STAYS;
      };
    }

    /** The effect of a cancel. */
    public enum OnCancel {
      /** The cancel is one write, to canceled. */
      CANCEL_AT_ONCE,
      /** To canceling, release, to canceled. */
      BEGIN_CANCEL,
      /** As {@link #BEGIN_CANCEL}, of an authorization that is held. */
      VOID,
      /** Refused: it is decided. A reversal compensates it. */
      REFUSE_REVERSE_IT,
      /** Release what is left, to canceled. */
      CARRY_ON,
      /** The transaction is canceled; the answer is the same again. */
      SAME_ANSWER
    }

    /** The effect of a reversal. */
    public enum OnReverse {
      /** Refused: nothing has moved yet. A cancel ends it. */
      REFUSE_CANCEL_IT,
      /** Finish it, then as {@link #REVERSE}. */
      FINISH_THEN_REVERSE,
      /** A new transaction, legs exchanged, under the derived id. */
      REVERSE,
      /** Refused: nothing ever moved. */
      REFUSE_NOTHING_MOVED
    }

    /** The effect of recovery. */
    public enum OnRecovery {
      /** Claim it and run it. */
      CLAIM,
      /** Take it over and go on, or cancel it: a policy. */
      TAKE_OVER,
      /** Void it if it has expired; else leave it alone. */
      VOID_IF_OVERDUE,
      /** Settle what is left and finish. */
      SETTLE,
      /** Release what is left and finish. */
      RELEASE,
      /** Nothing: it is final. */
      NOTHING
    }
  }
}
