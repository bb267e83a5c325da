package io.twophase.app.audit;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Books.DocumentBooks;
import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.RecordBooks.CarriedBooks;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Allocations;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditOfManyTest {

  private static final CollectionName ORDERS = CollectionName.of("orders");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  /** All are held by one transaction, whose record has as many operations. */
  @Test
  void isAsMuchWorkForEachDocumentAsOfFew() {
    assertThat(Allocations.growth(1_000, this::audit)).isLessThan(6);
  }

  private Runnable audit(int many) {
    List<DocumentOperation> operations = new ArrayList<>();
    for (int at = 0; at < many; at++) {
      operations.add(change(order("o" + at), set("n", 2)));
    }
    NewTransaction body =
        new NewTransaction(transactionId("t1"), List.copyOf(operations), Optional.empty());
    RecordBooks records = new RecordBooks(CarriedBooks.NONE, new Findings());
    records.see(
        Lookup.found(
            StoredRecords.in(State.APPLIED, StoredRecords.alone(body), Verdict.ALL_APPLIED),
            Duration.ZERO));
    List<Sight> sights = new ArrayList<>();
    for (Claim claim : Claims.of(List.of(Member.of(body)), false).all()) {
      Hold hold = Hold.of(HOME, new Placing(RecordId.of(body.id()), Epoch.FIRST, claim));
      DocumentRef ref = claim.target().fold(account -> order(account), document -> document);
      sights.add(Sight.found(Document.of(ref, fields("n", 1)).with(List.of(hold))));
    }
    return () -> {
      Findings findings = new Findings();
      HoldBooks holds = new HoldBooks(HOME, store.records(), records, findings, new HashMap<>());
      DocumentBooks books = new DocumentBooks(holds::see, findings);
      sights.forEach(sight -> books.add(ORDERS, sight));
      holds.end();
      assertThat(findings.sorted()).isEmpty();
    };
  }
}
