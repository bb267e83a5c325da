package io.twophase.app.recovery;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Rounds of recovery remove records that the store is set to keep no longer. */
class ExpiredRecordsTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private final InMemoryStore sound =
      Books.open(
          InMemoryStore.keeping(DAY, Optional.of(ReceiptPeriod.of(DAY.multipliedBy(9))), clock),
          100,
          100);
  private final Store store = Interceptor.before(Store.class, sound, this::around);
  private Duration elapsed = Duration.ZERO;
  @AutoClose private final TwoPhase twophase = TwoPhase.over(store).ticker(() -> elapsed).build();
  private final RecoveryRounds rounds =
      new RecoveryRounds(twophase.recovery(), RecoveryRequest.olderThan(DAY.multipliedBy(2)));
  private int looks;
  private boolean isOddThere;
  private boolean failsForReceipts;
  private boolean isAway;

  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    boolean isLook =
        !asked.isEmpty()
            && asked.get(0) instanceof RecordQuery query
            && query.kind() == RecordQuery.Kind.ENDED;
    looks += isLook ? 1 : 0;
    if (isLook && isAway) {
      throw new StoreUnavailableException("away", new IllegalStateException());
    }
    if (failsForReceipts && method.equals("removeReceipts")) {
      throw new StoreException("receipts fail");
    }
    return isLook && isOddThere ? List.of(Lookup.unreadable("batch:bad", "odd")) : call.make();
  }

  /** One transaction alone, and a batch of two. */
  private void done(String prefix) {
    assertThat(twophase.transfers().transfer(request(prefix + 0, "A", "B", 1)).isApplied())
        .isTrue();
    assertThat(
            twophase
                .transfers()
                .transferAll(
                    List.of(request(prefix + 1, "A", "B", 1), request(prefix + 2, "B", "A", 1)),
                    Order.AS_GIVEN))
        .allMatch(TransactionOutcome::isApplied);
  }

  private void round() {
    rounds.next(recovered -> {});
  }

  private List<Lookup.Kind> kinds(String prefix) {
    return sound
        .records()
        .findMembers(
            List.of(
                transactionId(prefix + 0), transactionId(prefix + 1), transactionId(prefix + 2)))
        .stream()
        .map(Lookup::kind)
        .distinct()
        .toList();
  }

  @Test
  void theFirstRoundRemovesWhatHasExpiredAndTheNextLooksAgain() {
    done("old");
    clock.advance(DAY);
    done("young");

    round();

    assertThat(kinds("old")).containsExactly(Lookup.Kind.REMOVED);
    assertThat(kinds("young")).containsExactly(Lookup.Kind.FOUND);
    round();
    round();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void afterARoundThatFoundNoneAnHourPasses() {
    done("t");
    round();
    clock.advance(DAY);
    elapsed = Duration.ofMinutes(59);

    round();
    assertThat(kinds("t")).containsExactly(Lookup.Kind.FOUND);
    assertThat(looks).isEqualTo(1);

    elapsed = Duration.ofMinutes(60);
    round();
    assertThat(kinds("t")).containsExactly(Lookup.Kind.REMOVED);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void afterARoundThatDidNotReachTheStoreTheNextLooksAgain() {
    done("t");
    clock.advance(DAY);
    isAway = true;
    assertThatThrownBy(this::round).isInstanceOf(StoreUnavailableException.class);
    isAway = false;

    round();

    assertThat(kinds("t")).containsExactly(Lookup.Kind.REMOVED);
  }

  @Test
  void aPartThatAlwaysFailsKeepsTheNextRoundFromNoOther() {
    failsForReceipts = true;
    done("old");
    clock.advance(DAY);
    done("young");

    assertThatThrownBy(this::round).hasMessage("receipts fail");
    assertThat(kinds("old")).containsExactly(Lookup.Kind.REMOVED);
    assertThatThrownBy(this::round).hasMessage("receipts fail");
    round();

    assertThat(looks).isEqualTo(2);
  }

  @Test
  void aPartThatAlwaysFailsHidesNothingThatStays() {
    failsForReceipts = true;
    isOddThere = true;
    List<Recovered> reported = new ArrayList<>();

    assertThatThrownBy(() -> rounds.next(reported::add)).hasMessage("receipts fail");

    assertThat(reported).containsExactly(new Recovered.Unreadable("batch:bad", "odd"));
  }
}
