package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The transaction that compensates a done one: its legs exchanged, under a derived id. */
public final class Reversal {

  private Reversal() {}

  /** A transaction has no reversal. */
  public sealed interface Refusal extends Reason {

    /**
     * The transaction is not decided yet, so there is nothing to reverse.
     *
     * <p>Then: cancel it.
     */
    record CancelInstead(TransactionId transaction, State state) implements Refusal {
      @Override
      public String message() {
        return "transaction %s is %s, nothing has moved"
            .formatted(transaction, state.name().toLowerCase(Locale.ROOT));
      }
    }

    /** The transaction is decided, but not done: the outcome of the request is {@code Unknown}. */
    @Line("transaction %s is applied, and not done")
    record FinishFirst(TransactionId transaction) implements Refusal {}

    /** The transaction was canceled, or has done nothing that could be moved back. */
    @Line("transaction %s has moved nothing, so there is nothing to move back")
    record NothingMoved(TransactionId transaction) implements Refusal {}

    /** The store has no such transaction. */
    @Line("there is no transaction %s")
    record NoSuchTransaction(TransactionId transaction) implements Refusal {}

    /**
     * The transaction is done, and retention has removed its record since.
     *
     * <p>Then: ask for a transfer that moves it back.
     */
    @Line(
        "transaction %s is done, and its record was removed since: what it moved is not known any"
            + " more; a transfer that moves it back can be asked for by itself")
    record RecordRemoved(TransactionId transaction) implements Refusal {}

    /** The id of the reversal, which is derived, would be too long. */
    @Line("transaction %s: the id of its reversal would be too long")
    record IdTooLong(TransactionId transaction) implements Refusal {}

    /**
     * The transaction has inserted, changed or removed a document. The values that were there
     * before are not kept.
     *
     * <p>Then: undo it by another transaction, if the host knows how.
     *
     * @param operation the first that cannot be undone
     */
    record NotReversible(TransactionId transaction, DocumentOperation operation)
        implements Refusal {
      @Override
      public String message() {
        return "transaction %s: its %s of %s cannot be reversed: what was there before is not kept"
            .formatted(transaction, operation.kind(), operation.document());
      }
    }
  }

  /**
   * A try at the reversal of a done transaction. Its id is {@link TransactionId#reversal}. A try is
   * made only when the one before is canceled, for want of funds say, and what is canceled stays
   * so: hence a transaction is reversed at most once, however often and by however many it is
   * asked.
   *
   * @param attempt counted from 1
   */
  public static Either<Refusal, NewTransaction> of(Transaction done, int attempt) {
    TransactionId id = done.id();
    return switch (done.state()) {
      case INITIAL, PENDING, AUTHORIZED -> Either.left(new Refusal.CancelInstead(id, done.state()));
      case APPLIED -> Either.left(new Refusal.FinishFirst(id));
      case CANCELING, CANCELED -> Either.left(new Refusal.NothingMoved(id));
      case DONE ->
          Option.ofOptional(id.reversal(attempt))
              .<Refusal>toEither(() -> new Refusal.IdTooLong(id))
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
}
