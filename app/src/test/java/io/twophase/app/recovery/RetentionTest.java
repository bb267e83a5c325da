package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.OneBank;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Unreadables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What was finished long ago is removed, after all that must be done before. */
class RetentionTest extends OneBank {

  /** Keeps notes of what it is shown. */
  private static final class Notes implements BeforeRemoval {
    private final List<RemovalPage> pages = new ArrayList<>();
    private Set<TransactionId> held = Set.of();

    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      pages.add(page);
      return held;
    }
  }

  private Retention retention(BeforeRemoval... steps) {
    return retention(store, steps);
  }

  private static Retention retention(Store store, BeforeRemoval... steps) {
    return new Retention(store, List.of(steps), new Trimming(store));
  }

  @Test
  void whatAPassHasKeptAndNotRemovedComesAgain() {
    transfer("t1", "t2");
    now = now.plus(DAY);
    Notes step = new Notes();
    Store half =
        Books.at(
            store,
            "remove",
            call -> {
              call.with(List.of(((List<?>) call.asked().get(0)).subList(0, 1))).make();
              throw new StoreUnavailableException("planted");
            });

    assertThatThrownBy(() -> retention(half, step).pass()).hasMessage("planted");
    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));

    assertThat(step.pages.stream().map(RemovalPage::ids))
        .containsExactly(ids("t1", "t2"), ids("t2"));
  }

  @Test
  void aPassComesToWhatIsBehindAPageThatIsHeldBack() {
    List<TransactionId> held = new ArrayList<>();
    for (int at = 0; at < RemovalPage.SIZE; at++) {
      TransferRequest refused = request("dear-" + at);
      host.transfers().transfer(refused);
      held.add(refused.id());
    }
    now = now.plusMillis(1);
    transfer("t1");
    now = now.plus(DAY);
    Notes step = new Notes();
    step.held = Set.copyOf(held);

    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
  }

  /** Eight attempts are looked for at once: without them, the ninth would not be found. */
  @Test
  void earlierAttemptsOfAFunctionStayAsLongAsTheOneThatHappened() {
    DocumentRef order = TwoPhase.document("orders", 7);
    host.run(TwoPhase.transaction("create").insert(order, Map.of("n", 0L))).orElseThrow();
    AtomicInteger runs = new AtomicInteger();
    TransactionFunction<Void> ninthTime =
        tx -> {
          DocumentSnapshot read = tx.get(order).orElseThrow();
          if (runs.incrementAndGet() < 9) {
            host.run(
                    TwoPhase.transaction("w" + runs)
                        .change(order, FieldChange.set("n", runs.get())))
                .orElseThrow();
          } else {
            now = now.plusMillis(1);
          }
          tx.put(read.with("n", -1));
          return null;
        };
    host.transact("f", ninthTime).orElseThrow();
    now = now.plus(DAY).minusMillis(1);
    host.retention().pass();

    assertThat(host.transact("f", ninthTime).isApplied()).isTrue();
    assertThat(runs).hasValue(9);

    now = now.plusMillis(1);
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(9, 0));
  }

  /** The store, which refuses to remove some of the transactions. */
  private Store refusing(Set<TransactionId> refused) {
    return Books.breaking(
        store,
        "remove",
        it -> it instanceof Removal removal && refused.contains(transactionId(removal.id())),
        () -> new StoreException("not authorized to remove"));
  }

  @Test
  void aPageOfWhichEachIsRefusedKeepsNoLaterOneWaiting() {
    Set<TransactionId> first = new HashSet<>();
    for (int n = 0; n < 1_000; n++) {
      transfer("t" + n);
      first.add(transactionId("t" + n));
    }
    now = now.plusMillis(1);
    transfer("later");
    now = now.plus(DAY);

    assertThat(retention(refusing(first)).pass().transactions()).isEqualTo(1);

    assertThat(isThere("later")).isFalse();
  }

  @Test
  void aStoreThatRefusesEverythingIsNotAskedForEver() {
    transfer("t1");
    now = now.plus(DAY);
    Lookup ended = store.records().list(RecordQuery.ended(DAY, 1)).get(0);
    Store filled = Books.at(refusing(ids("t1")), "list", call -> Collections.nCopies(100, ended));

    assertThatThrownBy(() -> retention(filled).pass())
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "none of 10100 records that are due can be removed; the first is t1: not authorized to"
                + " remove");
  }

  @Test
  void aPassWithAFaultAnswersWhatItRemoved() {
    transfer("t1", "t2", "t3");
    now = now.plus(DAY);
    Store failing =
        Books.at(
            refusing(ids("t2")),
            "consumers",
            call -> {
              throw new StoreException("what follows fails");
            });

    Retention.Removed removed = retention(failing).attempt();

    assertThat(removed.transactions()).isEqualTo(2);
    assertThat(removed.stays())
        .containsExactly(new TransactionLookup.Unreadable("t2", "not authorized to remove"));
    assertThat(removed.fault().orElseThrow()).hasMessage("what follows fails");
  }

  @Test
  void pagesGoOnBehindRecordsThatCannotBeRead() {
    FaultyStore odd = FaultyStore.over(store);
    for (int at = 0; at < 210; at++) {
      transfer("t%03d".formatted(at));
      if (at < 205) {
        odd.unreadables().plant(Unreadables.Kind.RECORD, "t%03d".formatted(at));
      }
    }
    now = now.plus(DAY);

    Retention.Removed removed = retention(odd).pass();

    assertThat(removed.transactions()).isEqualTo(5);
    assertThat(removed.stays()).hasSize(205).doesNotHaveDuplicates();
  }

  @Test
  void whatStaysIsBounded() {
    List<TransactionLookup.Unreadable> page =
        Collections.nCopies(1_000, new TransactionLookup.Unreadable("t", "odd"));
    Retention.Removed one = new Retention.Removed(0, 0, 0, page, Optional.empty());

    assertThat(one.plus(one).stays()).hasSize(1_000);
  }
}
