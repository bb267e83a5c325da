package io.twophase.domain.reading;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * A transaction.
 *
 * @param home where its record is
 * @param name its id
 * @param operations in the order of their holds
 * @param settles the same in the order in which they are settled
 */
record Run(
    Home home, String name, List<DocumentOperation> operations, List<DocumentOperation> settles) {

  static Run of(String name, DocumentOperation... operations) {
    return new Run(HOME, name, List.of(operations), List.of(operations));
  }

  /** The same, its record elsewhere. */
  Run at(Home elsewhere) {
    return new Run(elsewhere, name, operations, settles);
  }

  Run settlingBackwards() {
    return new Run(home, name, operations, operations.reverse());
  }

  DocumentLeg leg(DocumentOperation operation) {
    return new DocumentLeg(home, transactionId(name), Epoch.FIRST, operation);
  }

  /** Whether it is the transaction whose record a reader asks its own home for. */
  boolean isOfRecord(Object asked) {
    return home.equals(HOME) && transactionId(name).equals(asked);
  }

  int size() {
    return operations.size();
  }

  /** After so many writes: a hold for each operation, the decision, a settle for each. */
  TransactionLookup record(int writes) {
    State decided = writes <= 2 * size() ? State.APPLIED : State.DONE;
    NewTransaction body =
        new NewTransaction(transactionId(name), operations.asJava(), Option.none(), Option.none());
    return new TransactionLookup.Found(
        recordOf(body).in(writes <= size() ? State.PENDING : decided).build(), Duration.ZERO);
  }
}
