package io.twophase.app.sweep;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.orphan.Proof;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.EscrowField;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.forwarding.ForwardingDocuments;
import io.vavr.control.Option;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScrubDocumentsTest {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final CollectionName AWAY = CollectionName.of("orders").onCluster("eu");
  private static final DocumentOperation PAY = change(ORDER, set("status", "Paid"));
  private static final DocumentOperation TAKE = add(STOCK, "n", -20);

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final InMemoryDocumentRepository documents =
      new InMemoryDocumentRepository(HoldLimit.DEFAULT);
  private final DocumentWrites writes =
      new DocumentWrites(documents, store.transactions(), store.home());
  private final List<LeftAlone> leftAlone = new ArrayList<>();

  @BeforeEach
  void storeDocuments() {
    documents.store(ORDER, fields("status", "UnPaid"));
    documents.store(STOCK, fields("n", 50));
  }

  @Test
  void orphansOfEveryCollectionAreReleasedByTheirProofs() {
    writes.begin("done", check(order("other")));
    writes.takeOver("done", 1);
    writes.decide("done", 2);
    writes.finish("done");
    HeldDocument late = writes.hold("done", 1, TAKE);
    writes.begin("taken over", PAY);
    HeldDocument old = writes.hold("taken over", 1, PAY);
    writes.takeOver("taken over", 1);
    HeldDocument stray = writes.hold("lost", 3, insert(order("new"), fields("a", 1)));

    assertThat(scrub())
        .containsExactlyInAnyOrder(
            released(late, Proof.FINISHED),
            released(old, Proof.OLDER_EPOCH),
            released(stray, Proof.NO_RECORD));

    assertThat(writes.read(ORDER).get().holds()).isEmpty();
    assertThat(writes.read(STOCK).get().escrow().get("n"))
        .isEqualTo(Option.some(new EscrowField(50, 50, 0, 100)));
    assertThat(writes.read(order("new"))).isEmpty();
    assertThat(scrub()).isEmpty();
    assertThat(leftAlone).isEmpty();
  }

  @Test
  void whatASettleHasMissedIsReportedAndStays() {
    writes.begin("done", PAY, TAKE);
    HeldDocument missed = writes.hold("done", 1, PAY);
    writes.hold("done", 1, TAKE);
    writes.decide("done", 1);
    writes.settle("done", 1, TAKE);
    writes.finish("done");

    assertThat(scrub()).isEmpty();

    assertThat(leftAlone).containsExactly(new LeftAlone.UnsettledDocument(missed));
    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void whatIsSettledAfterItWasSeenHasNotBeenMissed() {
    writes.begin("done", PAY);
    writes.hold("done", 1, PAY);
    writes.decide("done", 1);
    DocumentRepository seenBefore =
        new ForwardingDocuments(documents) {
          @Override
          public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
            super.scanHeld(collection, consumer);
            writes.settle("done", 1, PAY);
            writes.finish("done");
          }
        };

    assertThat(scrub(seenBefore)).isEmpty();

    assertThat(leftAlone).isEmpty();
  }

  @Test
  void whatIsUnderWayIsLeftAlone() {
    writes.begin("t", PAY, TAKE);
    writes.hold("t", 1, PAY);
    writes.hold("t", 1, TAKE);
    assertThat(scrub()).isEmpty();
    writes.decide("t", 1);
    assertThat(scrub()).isEmpty();
    writes.settle("t", 1, PAY);
    writes.settle("t", 1, TAKE);
    assertThat(leftAlone).isEmpty();
  }

  @Test
  void holdsOfAnotherHomeAreReportedAndNotTouched() {
    HeldDocument foreign =
        writes.hold(new DocumentLeg(new Home("theirs"), transactionId("t"), epoch(1), PAY));

    assertThat(scrub()).isEmpty();

    assertThat(leftAlone).containsExactly(new LeftAlone.OfAnotherHome(foreign));
    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void whatCannotBeReadIsReported() {
    writes.hold("lost", 1, PAY);
    DocumentLookup.Unreadable damaged = new DocumentLookup.Unreadable(ORDER, "epoch: 'x'");
    DocumentRepository seenDamaged =
        new ForwardingDocuments(documents) {
          @Override
          public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
            consumer.accept(damaged);
          }
        };

    assertThat(scrub(seenDamaged)).isEmpty();

    assertThat(leftAlone).containsExactly(new LeftAlone.UnreadableDocument(damaged));
  }

  @Test
  void aClusterThatIsAwayKeepsNoOtherCollectionWaiting() {
    writes.hold("lost", 1, insert(AWAY.document(value("o1")), fields()));
    HeldDocument stray = writes.hold("lost", 1, PAY);

    assertThat(scrub(without(AWAY))).containsExactly(released(stray, Proof.NO_RECORD));
    assertThat(leftAlone).containsExactly(new LeftAlone.UnreadableCollection(AWAY, "no route"));
    assertThatThrownBy(() -> scrub(without(ORDER.collection())))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aCollectionThatTheLoginDoesNotReachKeepsNoOtherWaiting() {
    CollectionName mistyped = ORDER.collection().inDatabase("shpo");
    writes.hold("lost", 1, insert(mistyped.document(value("o1")), fields()));
    HeldDocument stray = writes.hold("lost", 1, PAY);

    assertThat(scrub(without(mistyped, new StoreException("code 13, not authorized on shpo"))))
        .containsExactly(released(stray, Proof.NO_RECORD));
    assertThat(leftAlone)
        .containsExactly(
            new LeftAlone.UnreadableCollection(mistyped, "code 13, not authorized on shpo"));
  }

  /** Nothing more is sent to it, and the others are swept all the same. */
  @Test
  void aCollectionThatTakesNoWritesIsNamedWithWhatStaysInIt() {
    List<HeldDocument> stuck = new ArrayList<>();
    for (int n = 0; n < 501; n++) {
      DocumentRef document = CollectionName.of("frozen").document(value(n));
      stuck.add(writes.hold("lost", 1, insert(document, fields())));
    }
    HeldDocument stray = writes.hold("stray", 1, PAY);
    List<Integer> sent = new ArrayList<>();
    DocumentRepository readOnly =
        new ForwardingDocuments(documents) {
          @Override
          public List<MatchOutcome> withdraw(List<HeldDocument> held) {
            if (held.stream().anyMatch(stuck::contains)) {
              sent.add(held.size());
              throw new StoreException("code 13, not authorized to update frozen");
            }
            return super.withdraw(held);
          }
        };

    assertThat(scrub(readOnly)).containsExactly(released(stray, Proof.NO_RECORD));

    assertThat(sent).containsExactly(500);
    assertThat(leftAlone)
        .singleElement()
        .isInstanceOfSatisfying(
            LeftAlone.UnwritableCollection.class,
            one -> {
              assertThat(one.collection()).isEqualTo(CollectionName.of("frozen"));
              assertThat(one.held()).containsExactlyInAnyOrderElementsOf(stuck);
              assertThat(one.fault()).isEqualTo("code 13, not authorized to update frozen");
            });
  }

  @Test
  void aStoreThatIsAwayWhenOrphansAreReleasedEndsTheScrub() {
    writes.hold("lost", 1, PAY);
    DocumentRepository away =
        new ForwardingDocuments(documents) {
          @Override
          public List<MatchOutcome> withdraw(List<HeldDocument> held) {
            throw new StoreUnavailableException("no route");
          }
        };

    assertThatThrownBy(() -> scrub(away)).isInstanceOf(StoreUnavailableException.class);
  }

  private DocumentRepository without(CollectionName away) {
    return without(away, new StoreUnavailableException("no route"));
  }

  private DocumentRepository without(CollectionName away, StoreException fault) {
    return new ForwardingDocuments(documents) {
      @Override
      public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
        if (collection.equals(away)) {
          throw fault;
        }
        super.scanHeld(collection, consumer);
      }
    };
  }

  @Test
  void ofWhatHasNoAnswerNothingIsClaimed() {
    writes.hold("lost", 1, PAY);
    DocumentRepository silent =
        new ForwardingDocuments(documents) {
          @Override
          public List<MatchOutcome> withdraw(List<HeldDocument> held) {
            return List.of(MatchOutcome.IN_DOUBT);
          }
        };

    assertThat(scrub(silent)).allMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
  }

  private static Orphan released(HeldDocument held, Proof proof) {
    return new Orphan.OnDocument(held, proof, Orphan.Outcome.RELEASED);
  }

  private List<Orphan> scrub() {
    return scrub(documents);
  }

  private List<Orphan> scrub(DocumentRepository seen) {
    List<Orphan> orphans = new ArrayList<>();
    Sweep sweep =
        new Sweep(
            new AccountSweep(store.accounts(), store.transactions()),
            Option.some(new DocumentSweep(seen, store.home(), store.transactions())));
    new Scrub(sweep, new SweepListener() {}).run(orphans::add, leftAlone::add);
    return orphans;
  }
}
