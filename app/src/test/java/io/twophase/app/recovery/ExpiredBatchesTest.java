package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Rounds of recovery remove batches that the store is set to keep no longer. */
class ExpiredBatchesTest {

  private static final Duration DAY = Duration.ofDays(1);

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private Duration elapsed = Duration.ZERO;
  private Option<Duration> keptFor = Option.some(DAY);
  private int looks;
  private final Map<String, Supplier<?>> ofTransactions = new HashMap<>();
  private final Map<String, Supplier<?>> ofRecords = new HashMap<>(Map.of("keptFor", this::kept));

  private final InMemoryStore store = InMemoryStore.create(() -> now);
  private final TwoPhase twophase =
      TwoPhase.over(keeping()).batchesAsOne(true).ticker(() -> elapsed).build();
  private final RecoveryRounds rounds =
      new RecoveryRounds(twophase.recovery(), RecoveryRequest.olderThan(DAY.multipliedBy(2)));

  /** The store, which says how long it keeps batches. */
  private Store keeping() {
    Batches batches = store.batches().get();
    BatchRepository records = proxy(BatchRepository.class, batches.records(), ofRecords);
    Option<Batches> planted = Option.some(new Batches(batches.ranges(), records));
    TransactionRepository transactions =
        proxy(TransactionRepository.class, store.transactions(), ofTransactions);
    return proxy(
        Store.class, store, Map.of("batches", () -> planted, "transactions", () -> transactions));
  }

  private Option<Duration> kept() {
    looks++;
    return keptFor;
  }

  private static <T> T proxy(Class<T> type, T sound, Map<String, Supplier<?>> planted) {
    return type.cast(
        Proxy.newProxyInstance(
            ExpiredBatchesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (planted.containsKey(called.getName())) {
                return planted.get(called.getName()).get();
              }
              try {
                return called.invoke(sound, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  private void batch(String prefix) {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(100))));
    List<TransferRequest> requests =
        List.of(request(prefix + 1, "A", "B"), request(prefix + 2, "B", "A"));
    assertThat(twophase.transfers().transferAll(requests, Order.AS_GIVEN))
        .allMatch(TransactionOutcome::isApplied);
  }

  private static TransferRequest request(String id, String source, String destination) {
    return new TransferRequest(
        transactionId(id), accountId(source), accountId(destination), cents(1));
  }

  private void round() {
    rounds.next(recovered -> {});
  }

  private boolean isThere(String id) {
    return store.transactions().find(List.of(transactionId(id))).get(0)
        instanceof TransactionLookup.Found;
  }

  @Test
  void theFirstRoundRemovesWhatHasExpiredAndNothingElse() {
    batch("old");
    now = now.plus(DAY);
    batch("young");

    round();

    assertThat(isThere("old1")).isFalse();
    assertThat(isThere("old2")).isFalse();
    assertThat(isThere("young1")).isTrue();
  }

  @Test
  void aStoreThatKeepsThemForEverLosesNone() {
    keptFor = Option.none();
    batch("t");
    now = now.plus(DAY.multipliedBy(1_000));

    round();

    assertThat(isThere("t1")).isTrue();
  }

  @Test
  void afterARoundThatFoundNoneAnHourPasses() {
    batch("t");
    round();
    now = now.plus(DAY);
    elapsed = Duration.ofMinutes(59);

    round();
    assertThat(isThere("t1")).isTrue();
    assertThat(looks).isEqualTo(1);

    elapsed = Duration.ofMinutes(60);
    round();
    assertThat(isThere("t1")).isFalse();
    assertThat(looks).isEqualTo(2);
  }

  /** The removal of lone transactions fails whenever it is tried. */
  private void loneTransactionsFail() {
    ofTransactions.put(
        "keptFor",
        () -> {
          throw new StoreException("lone ones fail");
        });
  }

  @Test
  void aPartThatAlwaysFailsKeepsTheNextRoundFromNoOther() {
    loneTransactionsFail();
    batch("old");
    now = now.plus(DAY);
    batch("young");

    assertThatThrownBy(this::round).hasMessage("lone ones fail");
    assertThat(isThere("old1")).isFalse();
    assertThatThrownBy(this::round).hasMessage("lone ones fail");
    round();

    assertThat(looks).isEqualTo(2);
  }

  @Test
  void aPartThatAlwaysFailsHidesNothingThatStays() {
    loneTransactionsFail();
    batch("old");
    ofRecords.put("ended", () -> List.of(new BatchLookup.Unreadable("batch:bad", "odd")));
    List<Recovered> reported = new ArrayList<>();

    assertThatThrownBy(() -> rounds.next(reported::add)).hasMessage("lone ones fail");

    assertThat(reported).containsExactly(new Recovered.Unreadable("batch:bad", "odd"));
  }

  @Test
  void afterARoundThatFoundSomeTheNextLooksAgain() {
    batch("old");
    now = now.plus(DAY);
    batch("young");

    round();
    round();
    round();

    assertThat(looks).isEqualTo(2);
  }
}
