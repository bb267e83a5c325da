package io.twophase.app.audit;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.testing.Allocations;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditOfManyTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  /** All are held by one transaction, whose record has as many operations. */
  @Test
  void isAsMuchWorkForEachDocumentAsOfFew() {
    assertThat(Allocations.growth(1_000, this::audit)).isLessThan(6);
  }

  private Runnable audit(int many) {
    List<DocumentOperation> operations = new ArrayList<>();
    List<DocumentLookup> lookups = new ArrayList<>();
    for (int at = 0; at < many; at++) {
      DocumentOperation operation = change(order("o" + at), set("n", 2));
      operations.add(operation);
      lookups.add(
          new DocumentLookup.Found(
              held(stored(operation.document(), fields("n", 1)), "t1", operation).get()));
    }
    Records records = new Records(Duration.ofDays(1), true, new CarriedBooks());
    records.add(
        new TransactionLookup.Found(
            recordOf(
                    new NewTransaction(
                        transactionId("t1"), List.copyOf(operations), Option.none(), Option.none()))
                .in(State.APPLIED)
                .build(),
            Duration.ZERO));
    return () -> {
      DocumentBooks books = new DocumentBooks(HOME, records);
      lookups.forEach(books::add);
      assertThat(books.close(store.transactions())).isEmpty();
    };
  }
}
