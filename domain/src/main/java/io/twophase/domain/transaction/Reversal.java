package io.twophase.domain.transaction;

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
     * It has inserted, changed or removed a document. The values that were there before are not
     * kept, so nothing can bring them back.
     */
    record NotReversible(TransactionId transaction, DocumentOperation operation)
        implements Refusal {}
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
