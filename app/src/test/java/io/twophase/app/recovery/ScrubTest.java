package io.twophase.app.recovery;

import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding;
import io.twophase.app.recovery.Orphan.Held;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScrubTest {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final CollectionName AWAY = CollectionName.of("orders").onCluster("eu");
  private static final DocumentOperation PAY = change(ORDER, set("status", "Paid"));
  private static final DocumentOperation TAKE = add(STOCK, "n", -20);
  private static final NewTransaction THIRTY = transfer("t", "A", "B", cents(30));

  private final InMemoryStore sound = Books.inMemory(100, 0);
  private final FaultyStore store = FaultyStore.over(sound);
  @AutoClose private final TwoPhase host = Hosts.amongOthers(store, 10);
  private final DocumentWrites writes = new DocumentWrites(sound);
  private final List<LeftAlone> leftAlone = new ArrayList<>();

  @BeforeEach
  void fill() {
    sound.store(ORDER, fields("status", "UnPaid"));
    sound.store(STOCK, fields("n", 50));
  }

  private List<Orphan> scrub() {
    return scrub(store);
  }

  private List<Orphan> scrub(Store seen) {
    List<Orphan> orphans = new ArrayList<>();
    new Scrub(seen, TwoPhaseListener.IGNORED).run(orphans::add, leftAlone::add);
    return orphans;
  }

  /** Scrubs while something comes between it and the store. */
  private List<Orphan> scrubWith(Interceptor between) {
    return scrub(Interceptor.before(Store.class, store, between));
  }

  private static boolean isScan(String method, List<Object> asked, CollectionName collection) {
    return method.equals("scan") && asked.get(0).equals(collection);
  }

  private static Interceptor without(CollectionName away, StoreException fault) {
    return (method, asked, call) -> {
      if (isScan(method, asked, away)) {
        throw fault;
      }
      return call.make();
    };
  }

  private static Held held(DocumentRef document, Hold hold) {
    return new Held(new Target.OfDocument(document), hold, Optional.empty());
  }

  private static Held held(String account, Hold hold) {
    return new Held(new Target.OfAccount(accountId(account)), hold, Optional.of(Fixtures.USD));
  }

  private static Orphan released(Held held, HoldProof proof) {
    return new Orphan(held, proof, Orphan.Outcome.RELEASED);
  }

  private Held lost(DocumentOperation operation) {
    return held(operation.document(), writes.hold("lost", 1, operation));
  }

  private TransactionOutcome transferThirty() {
    return host.transfers().transfer(Books.request("t", 30));
  }

  private List<Finding> findings() {
    return host.audit().run().findings();
  }

  @Test
  void aHoldThatComesWhenItsTransactionIsFinishedIsReleased() {
    store.faults().when(WriteKind.HOLD).next(Fault.DELIVER_LATE);
    assertThat(transferThirty().isApplied()).isTrue();
    store.faults().deliverLate();
    assertThat(findings()).isNotEmpty();

    assertThat(scrub())
        .hasSize(2)
        .allMatch(orphan -> orphan.proof() == HoldProof.FINISHED)
        .allMatch(orphan -> orphan.outcome() == Orphan.Outcome.RELEASED);
    assertThat(findings()).isEmpty();
    assertThat(scrub()).isEmpty();
  }

  @Test
  void aHoldWithoutARecordIsReleasedAndItsRecordCanNeverCome() {
    List<Hold> holds = writes.hold(THIRTY, 1);

    assertThat(scrub())
        .containsExactly(
            released(held("A", holds.get(0)), HoldProof.NO_RECORD),
            released(held("B", holds.get(1)), HoldProof.NO_RECORD));

    assertThat(word(transferThirty())).isEqualTo("NeverBegun");
    assertThat(findings()).isEmpty();
    assertThat(host.audit().run().transactions()).containsEntry(State.CANCELED, 1L);
  }

  @Test
  void whatIsSettledAfterItWasSeenHasNotBeenMissed() {
    writes.begin("done", PAY);
    writes.hold("done", 1, PAY);
    writes.decide("done", 1);
    List<Orphan> orphans =
        scrubWith(
            (method, asked, call) -> {
              Object answer = call.make();
              if (isScan(method, asked, ORDER.collection())) {
                writes.settle("done", 1, PAY);
                writes.finish("done");
              }
              return answer;
            });

    assertThat(orphans).isEmpty();
    assertThat(leftAlone).isEmpty();
  }

  @Test
  void holdsOfAnotherHomeAreReportedAndNotTouched() {
    Hold ours = writes.hold("lost", 1, PAY);
    Hold theirs = Copies.with(ours, "home", new Home("theirs"));
    Sight sight = Sight.found(Document.of(ORDER, fields()).with(List.of(theirs)));

    List<Orphan> orphans =
        scrubWith(
            (method, asked, call) -> {
              boolean isShown = isScan(method, asked, ORDER.collection());
              return isShown
                  ? call.with(List.of(asked.get(0), asked.get(1), showing(asked.get(2), sight)))
                      .make()
                  : call.make();
            });

    assertThat(orphans).isEmpty();
    assertThat(leftAlone).containsExactly(new LeftAlone.OfAnotherHome(held(ORDER, theirs)));
    assertThat(writes.read(ORDER).orElseThrow().holds()).hasSize(1);
  }

  @SuppressWarnings("unchecked") // a scan's consumer takes sights
  private static Consumer<Sight> showing(Object consumer, Sight other) {
    return sight -> ((Consumer<Sight>) consumer).accept(other);
  }

  @Test
  void whatCannotBeReadIsReported() {
    lost(PAY);
    store.unreadables().plant(Unreadables.Kind.DOCUMENT, ORDER);
    store.unreadables().plant(Unreadables.Kind.ACCOUNT, "A");
    writes.hold(THIRTY, 1);

    assertThat(scrub()).hasSize(1);

    String fault = "planted: it cannot be read";
    assertThat(leftAlone)
        .containsExactly(
            new LeftAlone.Unreadable(InMemoryStore.ACCOUNTS, true, "A", fault),
            new LeftAlone.Unreadable(ORDER.collection(), false, "o1", fault));
  }

  /** Another cluster is away, or the login does not reach a database. */
  @Test
  void aCollectionThatCannotBeReadKeepsNoOtherWaiting() {
    CollectionName mistyped = ORDER.collection().inDatabase("shpo");
    writes.hold("away", 1, insert(AWAY.document(value("o1")), fields()));
    writes.hold("away", 1, insert(mistyped.document(value("o1")), fields()));
    List<StoreException> faults =
        List.of(
            new StoreUnavailableException("no route"),
            new StoreException("not authorized on shpo"));
    List<CollectionName> collections = List.of(AWAY, mistyped);
    for (int at = 0; at < 2; at++) {
      Held stray = held(STOCK, writes.hold("stray" + at, 1, TAKE));

      assertThat(scrubWith(without(collections.get(at), faults.get(at))))
          .contains(released(stray, HoldProof.NO_RECORD));
      assertThat(leftAlone)
          .containsExactly(
              new LeftAlone.UnreadableCollection(collections.get(at), faults.get(at).getMessage()));
      leftAlone.clear();
    }
    Interceptor allAway = without(STOCK.collection(), faults.get(0));
    assertThatThrownBy(() -> scrubWith(allAway)).isInstanceOf(StoreUnavailableException.class);
  }

  /** It is not asked for each of them, and the others are swept all the same. */
  @Test
  void aCollectionThatTakesNoWritesIsNamedWithWhatStaysInIt() {
    CollectionName frozen = CollectionName.of("frozen");
    List<Held> stuck = new ArrayList<>();
    for (int n = 0; n < 501; n++) {
      stuck.add(lost(insert(frozen.document(value(n)), fields())));
    }
    Held stray = held(ORDER, writes.hold("stray", 1, PAY));
    List<Integer> sent = new ArrayList<>();
    Interceptor readOnly =
        (method, asked, call) -> {
          if (method.equals("end")
              && asked.get(0) instanceof List<?> ends
              && isIn(frozen, ((Ending) ends.get(0)).target())) {
            sent.add(ends.size());
            throw new StoreException("code 13, not authorized to update frozen");
          }
          return call.make();
        };

    assertThat(scrubWith(readOnly)).containsExactly(released(stray, HoldProof.NO_RECORD));

    assertThat(sent).hasSize(10).startsWith(500, 1).endsWith(1);
    assertThat(leftAlone)
        .singleElement()
        .isInstanceOfSatisfying(
            LeftAlone.UnwritableCollection.class,
            one -> {
              assertThat(one.collection()).isEqualTo(frozen);
              assertThat(one.held()).containsExactlyInAnyOrderElementsOf(stuck);
              assertThat(one.fault()).isEqualTo("code 13, not authorized to update frozen");
            });
  }

  /** Only what fails alone stays. */
  @Test
  void aDocumentThatTakesNoWriteKeepsNoOtherOfItsCollectionWaiting() {
    CollectionName odd = CollectionName.of("odd");
    List<Held> strays = new ArrayList<>();
    for (int n = 0; n < 501; n++) {
      strays.add(lost(insert(odd.document(value(n)), fields())));
    }
    Held bad = strays.get(7);
    Store withoutOne =
        Books.breaking(
            store,
            "end",
            end -> ((Ending) end).target().equals(bad.target()),
            () -> new StoreException("code 121, not valid"));

    assertThat(scrub(withoutOne))
        .extracting(Orphan::held)
        .containsExactlyInAnyOrderElementsOf(
            strays.stream().filter(held -> !held.equals(bad)).toList());

    assertThat(leftAlone)
        .containsExactly(
            new LeftAlone.UnwritableCollection(odd, List.of(bad), "code 121, not valid"));
  }

  /** Another cluster goes away between the records and the second look at its holds. */
  @Test
  void aCollectionThatCannotBeReadAgainKeepsNoOtherWaiting() {
    DocumentOperation theirs = insert(AWAY.document(value("o1")), fields());
    writes.begin("done", theirs);
    writes.hold("done", 1, theirs);
    writes.decide("done", 1);
    writes.finish("done");
    Held stray = held(STOCK, writes.hold("stray", 1, TAKE));
    Store away =
        Books.breaking(
            store,
            "find",
            it -> it instanceof Target target && isIn(AWAY, target),
            () -> new StoreUnavailableException("no route"));

    assertThat(scrub(away)).containsExactly(released(stray, HoldProof.NO_RECORD));
    assertThat(leftAlone).containsExactly(new LeftAlone.UnreadableCollection(AWAY, "no route"));
  }

  private static boolean isIn(CollectionName collection, Target target) {
    return target.fold(account -> false, document -> document.collection().equals(collection));
  }

  @Test
  void aStoreThatIsAwayWhenOrphansAreReleasedEndsTheScrub() {
    lost(PAY);
    store.faults().when(WriteKind.WITHDRAW).next(Fault.UNAVAILABLE);

    assertThatThrownBy(this::scrub).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void ofWhatHasNoAnswerNothingIsClaimed() {
    lost(PAY);
    store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_REQUEST);
    assertThat(scrub()).isEmpty();

    store.faults().when(WriteKind.WITHDRAW).next(Fault.LOSE_ANSWER);
    assertThat(scrub()).extracting(Orphan::outcome).containsExactly(Orphan.Outcome.IN_DOUBT);
    assertThat(scrub()).isEmpty();
    assertThat(findings()).isEmpty();
  }
}
