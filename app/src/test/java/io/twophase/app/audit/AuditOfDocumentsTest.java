package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.COLLECTION_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.DOCUMENT_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_WITHOUT_RECORD;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding.Subject.OfDocument;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is off is planted by single writes, or by documents that no rule would make. */
class AuditOfDocumentsTest {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final CollectionName AWAY = CollectionName.of("orders").onCluster("eu");
  private static final DocumentOperation PAY = change(ORDER, set("status", "Paid"));
  private static final DocumentOperation TAKE = add(STOCK, "n", -20);

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final DocumentWrites writes = new DocumentWrites(store);
  private Optional<Sight> planted = Optional.empty();

  @BeforeEach
  void storeDocuments() {
    store.store(ORDER, fields("status", "UnPaid"));
    store.store(STOCK, fields("n", 50));
  }

  @Test
  void findsAHoldOfAMemberThatNamesAnotherRecord() {
    NewTransaction member = body("m", PAY);
    NewRecord record = StoredRecords.several("batch:1", member, body("n", TAKE));
    store.records().insert(List.of(StoredRecords.several("batch:2", member), record));
    Claim claim = new Claim.OfDocument(member.id(), PAY);
    Placing placing = new Placing(record.id(), epoch(1), claim);
    assertThat(store.holds().place(List.of(placing)).get(0).kind()).isEqualTo(Answer.Kind.HELD);

    assertThat(audit())
        .containsExactly(
            new Finding(
                HOLD_DIFFERS,
                new OfDocument(TwoPhase.document("orders", "o1")),
                "has the exclusive hold for m, which does not ask for it"));
  }

  private static NewTransaction body(String id, Operation... operations) {
    return new NewTransaction(transactionId(id), List.of(operations), Optional.empty());
  }

  /** Documents that no rule would make, with what is found of each. */
  @Test
  void findsWhatIsOffInADocument() {
    DocumentOperation checked = check(ORDER, is("status", "UnPaid"));
    writes.begin("p", PAY);
    writes.begin("u", checked);
    writes.begin("t", TAKE);
    Hold take = hold("t", TAKE);

    shows(
        document(ORDER, "status", "UnPaid", Map.of(), hold("p", PAY), hold("u", checked)),
        "HOLDS_CONFLICT orders \"o1\": has the exclusive hold for p, beside which there can be no"
            + " shared hold for u");
    shows(
        Copies.with(document(order("new"), "n", 1, Map.of()), "placeholder", true),
        "PLACEHOLDER_WITHOUT_HOLD orders \"new\": nothing holds it");
    shows(stock(50, 30, 50, take));
    shows(
        stock(50, 50, 50, take),
        "AVAILABLE_DIFFERS stock \"sku1\": n: available is 50, by value and holds 30");
    shows(
        stock(40, 40, 50),
        "RECEIVABLE_DIFFERS stock \"sku1\": n: receivable is 50, by value and holds 60");
    shows(
        stock(10, -10, 90, take),
        "AVAILABLE_DIFFERS stock \"sku1\": n: available is -10, below zero");
    shows(
        stock(120, 120, -20),
        "RECEIVABLE_DIFFERS stock \"sku1\": n: receivable is -20, below zero",
        "OUT_OF_BOUNDS stock \"sku1\": n is 120, its bounds are 0 and 100");
    shows(stock("many", 1, 1), "OUT_OF_BOUNDS stock \"sku1\": n has bounds and is \"many\"");
    shows(
        Copies.with(stock(1, 1, 8), "fields", fields()),
        "OUT_OF_BOUNDS stock \"sku1\": n has bounds and is not there");
    shows(
        document(STOCK, "n", 50, Map.of(), take),
        "HOLD_DIFFERS stock \"sku1\": has the escrow hold for t on a field without bounds");
  }

  private void shows(Document document, String... found) {
    planted = Optional.of(Sight.found(document));
    assertThat(audit())
        .extracting(one -> one.kind() + " " + one.id() + ": " + one.detail())
        .containsExactly(found);
  }

  @Test
  void ofAnotherHomeOnlyWhatKeepsOthersOutIsChecked() {
    writes.hold("t", 9, PAY);

    Store theirs = Interceptor.replacing(store, Home.class, here -> new Home("theirs"));
    assertThat(audit(theirs)).isEmpty();
  }

  @Test
  void findsWhatCannotBeRead() {
    planted = Optional.of(Sight.unreadable("o1", "epoch: 'x'"));

    assertThat(audit())
        .containsExactly(new Finding(DOCUMENT_UNREADABLE, new OfOther("orders o1"), "epoch: 'x'"));
  }

  /** Its cluster is away, or the login does not reach its database. */
  @Test
  void aCollectionThatCannotBeReadIsAFinding() {
    CollectionName mistyped = ORDER.collection().inDatabase("shpo");
    writes.hold("lost", 1, insert(AWAY.document(value("o1")), fields()));
    writes.hold("lost", 1, insert(mistyped.document(value("o1")), fields()));
    writes.hold("lost", 1, PAY);

    assertThat(audit(without(AWAY)))
        .extracting(Finding::kind, Finding::id)
        .contains(
            tuple(COLLECTION_UNREADABLE, "eu:orders"), tuple(HOLD_WITHOUT_RECORD, "orders \"o1\""));
    assertThat(audit(without(mistyped, new StoreException("code 13, not authorized on shpo"))))
        .extracting(Finding::kind, Finding::id)
        .contains(tuple(COLLECTION_UNREADABLE, "shpo.orders"));
    assertThatThrownBy(() -> audit(without(ORDER.collection())))
        .isInstanceOf(StoreUnavailableException.class);
  }

  private Hold hold(String transaction, DocumentOperation operation) {
    Claim claim = Claims.of(List.of(Member.of(body(transaction, operation))), false).all().get(0);
    RecordId record = RecordId.of(transactionId(transaction));
    return Hold.of(store.home(), new Placing(record, epoch(1), claim));
  }

  private static Document stock(Object number, long available, long receivable, Hold... holds) {
    return document(
        STOCK, "n", number, Map.of("n", new Document.Escrow(available, receivable, 0, 100)), holds);
  }

  private static Document document(
      DocumentRef ref,
      String field,
      Object value,
      Map<String, Document.Escrow> bounds,
      Hold... holds) {
    return new Document(ref, fields(field, value), false, Optional.empty(), List.of(holds), bounds);
  }

  private Store without(CollectionName away) {
    return without(away, new StoreUnavailableException("no route"));
  }

  private Store without(CollectionName away, StoreException fault) {
    return Books.at(
        store,
        "scan",
        call -> {
          if (call.asked().get(0).equals(away)) {
            throw fault;
          }
          return call.make();
        });
  }

  /** Of the documents, or of the one that is planted. */
  private List<Finding> audit() {
    return audit(
        Interceptor.overriding(
            store,
            Holds.class,
            sound ->
                new Object() {
                  public List<CollectionName> collections() {
                    return planted.isPresent() ? List.of(ORDER.collection()) : sound.collections();
                  }

                  public void scan(
                      CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
                    if (planted.isPresent() && onlyHeld) {
                      consumer.accept(planted.orElseThrow());
                    } else {
                      sound.scan(collection, onlyHeld, consumer);
                    }
                  }
                }));
  }

  private static List<Finding> audit(Store seen) {
    return new Audit(seen, Duration.ofHours(1)).run().findings();
  }
}
