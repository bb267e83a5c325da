package io.twophase;

import static io.twophase.app.testing.Books.request;
import static io.twophase.app.testing.Books.word;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ListenerTest {

  private final FaultyStore store = Books.faulty(100, 0);
  private final DocumentWrites writes = new DocumentWrites(store);
  private final List<String> notified = new CopyOnWriteArrayList<>();

  /** Notes every notification that has words; then throws, if it is to. */
  private TwoPhaseListener noting(boolean throwing) {
    return Interceptor.before(
        TwoPhaseListener.class,
        TwoPhaseListener.IGNORED,
        (method, told, call) -> {
          Optional<String> words = words(method, told);
          words.ifPresent(notified::add);
          if (throwing && words.isPresent()) {
            throw new IllegalStateException("listener");
          }
          return call.make();
        });
  }

  private static Optional<String> words(String method, List<Object> told) {
    return switch (method) {
      case "batchBegun" -> Optional.of("batch of " + told.get(0));
      case "transferBegun" -> Optional.of("begun " + told.get(0));
      case "transferDecided" -> {
        TransactionOutcome outcome = (TransactionOutcome) told.get(0);
        yield Optional.of(
            "decided " + outcome.id() + " " + outcome.isApplied() + after((Duration) told.get(1)));
      }
      case "transferFinished" ->
          Optional.of(
              "finished "
                  + ((TransactionOutcome) told.get(0)).id()
                  + after((Duration) told.get(1)));
      case "transferEnded" ->
          Optional.of(
              told.get(0).getClass().getSimpleName()
                  + " "
                  + ((TransactionOutcome) told.get(0)).id());
      case "transfersFailed" ->
          Optional.of("failed " + told.get(0) + " " + told.get(1).getClass().getSimpleName());
      case "stepBegun" -> Optional.of(told.get(0) + " of " + told.get(1));
      case "recovered" -> Optional.of("recovered " + ((Recovered) told.get(0)).id());
      case "executorRefused" -> Optional.of("executor refused");
      default -> Optional.empty();
    };
  }

  private static String after(Duration elapsed) {
    return elapsed.isNegative() || elapsed.compareTo(Duration.ofMinutes(1)) > 0
        ? " after " + elapsed
        : "";
  }

  private TwoPhase host(boolean throwing) {
    return TwoPhase.over(store)
        .settings(Hosts.patient(Duration.ofMillis(100), 10))
        .listener(noting(throwing))
        .executor(
            task -> {
              throw new RejectedExecutionException("planted");
            })
        .build();
  }

  private void begin(String id) {
    writes.begin(transfer(id, "A", "B", cents(1)));
  }

  @Test
  void eachOutcomeIsToldAndCounted() {
    TwoPhase host = host(false);
    begin("live");
    host.transfers()
        .transferAll(
            List.of(request("t1", 1), request("t2", 500), request("live", 1), request("t3", 0)),
            Order.ANY);
    store.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);
    assertThatThrownBy(() -> host.transfers().transfer(request("t4", 1)))
        .isInstanceOf(StoreUnavailableException.class);
    store.faults().clear();
    host.close();
    host.transfers().transfer(request("t5", 1));
    host.transfers().transferAll(List.of(request("t6", 1)), Order.AS_GIVEN);

    assertThat(notified)
        .contains(
            "batch of 4",
            "batch of 1",
            "Applied t1",
            "Refused t2",
            "Refused t3",
            "Unknown live",
            "failed 1 StoreUnavailableException",
            "NotAsked t5",
            "NotAsked t6",
            "executor refused");
    Counters counters = host.counters();
    assertThat(counters.applied()).isEqualTo(1);
    assertThat(counters.refused())
        .isEqualTo(Map.of("InsufficientFunds", 1L, "AmountNotPositive", 1L));
    assertThat(counters.unknown()).isEqualTo(1);
    assertThat(counters.failed()).isEqualTo(1);
    assertThat(counters.notAsked()).isEqualTo(2);
    assertThat(counters.batches()).isEqualTo(2);
    assertThat(counters.batchedTransfers()).isEqualTo(5);
    assertThat(counters.executorRefusals()).isPositive();
    assertThat(counters.waiting() + counters.blocked()).isZero();
  }

  @Test
  void eachHeartbeatTellsWhatTheProcessHasDone() {
    TwoPhaseSettings settings =
        TwoPhaseSettings.of(application("test")).withHeartbeat(Duration.ofMillis(5));
    try (TwoPhase host = TwoPhase.over(store).settings(settings).build()) {
      host.transfers().transfer(request("t1", 1));
      host.transfers().transfer(request("t2", 1));
      host.transfers().transfer(request("t3", 1_000));

      await().until(() -> vitals().applied() == 2 && vitals().refused() == 1);
      assertThat(vitals().batches()).isEqualTo(3);
      assertThat(vitals().decided()).isEqualTo(3);
      assertThat(vitals().waiting() + vitals().blocked() + vitals().unknown()).isZero();
    }
  }

  private Vitals vitals() {
    OwnerLookup only = store.owners().silent(Duration.ZERO, 9).get(0);
    return only.fold(OwnerLookup.Found::vitals, absent -> Vitals.NONE, unreadable -> Vitals.NONE);
  }

  private List<String> of(String id) {
    return notified.stream().filter(what -> (what + " ").contains(" " + id + " ")).toList();
  }

  @Test
  void eachStepOfATransferIsToldOnceAndInOrder() {
    TwoPhase host = host(false);

    host.transfers().transfer(request("lone", 1));
    host.transfers().submit(request("much", 500)).join();
    host.transfers().transferAll(List.of(request("in order", 1)), Order.AS_GIVEN);
    host.transfers().transfer(request("nothing", 0));
    host.transfers().transfer(request("lone", 2));
    host.close();

    assertThat(of("lone"))
        .containsExactly(
            "begun lone",
            "decided lone true",
            "finished lone",
            "Applied lone",
            "begun lone",
            "Refused lone");
    assertThat(of("much"))
        .containsExactly("begun much", "decided much false", "finished much", "Refused much");
    assertThat(of("order"))
        .containsExactly(
            "begun in order", "decided in order true", "finished in order", "Applied in order");
    assertThat(of("nothing")).containsExactly("begun nothing", "Refused nothing");
  }

  @Test
  void transfersThatAreOneTransactionAreEachTold() {
    try (TwoPhase host = TwoPhase.over(Books.inMemory(100, 0)).listener(noting(false)).build()) {
      host.transfers().transferAll(List.of(request("t1", 1), request("t2", 500)), Order.AS_GIVEN);
    }

    assertThat(of("t1"))
        .containsExactly("begun t1", "decided t1 true", "finished t1", "Applied t1");
    assertThat(of("t2"))
        .containsExactly("begun t2", "decided t2 false", "finished t2", "Refused t2");
    assertThat(of("of"))
        .containsSubsequence(
            "batch of 2", "BEGIN of 1", "HOLD of 1", "DECIDE of 1", "SETTLE of 1", "FINISH of 1");
  }

  @Test
  void whatIsDecidedIsToldBeforeItIsSettled() {
    List<Integer> holds = new CopyOnWriteArrayList<>();
    TwoPhaseListener looking =
        new TwoPhaseListener() {
          @Override
          public void transferDecided(TransactionOutcome outcome, Duration elapsed) {
            holds.add(writes.read(accountId("A")).holds().size());
          }
        };
    try (TwoPhase host = TwoPhase.over(store).listener(looking).build()) {
      host.transfers().transfer(request("t1", 1));
    }

    assertThat(holds).containsExactly(1);
  }

  @Test
  void oneThatWaitsForOthersIsToldWhenItIsDecided() {
    TwoPhase host =
        TwoPhase.over(store)
            .settings(Hosts.patient(Duration.ofSeconds(10), 10))
            .listener(noting(false))
            .build();
    begin("live");
    var blocked = host.transfers().submit(request("live", 1));
    await().until(() -> host.counters().blocked() == 1);

    host.compensation().cancel(transactionId("live"), "enough");
    blocked.join();
    await().until(() -> host.counters().blocked() == 0);
    host.close();

    assertThat(of("live"))
        .containsExactly("begun live", "decided live false", "finished live", "Refused live");
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    TwoPhase host = host(true);
    begin("left");

    assertThat(word(host.transfers().transfer(request("t1", 1)))).isEqualTo("applied");
    assertThat(word(host.transfers().submit(request("t2", 1)).join())).isEqualTo("applied");
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    host.close();

    assertThat(notified).contains("Applied t1", "Applied t2", "recovered left");
    assertThat(host.counters().applied()).isEqualTo(2);
  }

  @Test
  void eachOfSeveralIsToldWhateverTheOthersThrow() {
    List<TwoPhaseListener> several = List.of(noting(true), noting(false), noting(true));
    try (TwoPhase host = TwoPhase.over(store).listener(TwoPhaseListener.each(several)).build()) {
      host.transfers().transfer(request("t1", 1));
    }

    assertThat(of("t1"))
        .containsExactly(
            Stream.of("begun t1", "decided t1 true", "finished t1", "Applied t1")
                .flatMap(told -> Stream.of(told, told, told))
                .toArray(String[]::new));
    assertThat(TwoPhaseListener.each(several.subList(0, 1))).isSameAs(several.get(0));
    assertThat(TwoPhaseListener.each(List.of())).isSameAs(TwoPhaseListener.IGNORED);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1000, 0", "1001, 1", "2000, 1", "5000, 2", "5000000, 11", "5000001, 12"})
  void aDecisionIsCountedByTheTimeWithinWhichItWas(long micros, int count) {
    assertThat(TransferMetrics.count(Duration.ofNanos(micros * 1_000))).isEqualTo(count);
  }
}
