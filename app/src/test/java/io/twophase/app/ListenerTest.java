package io.twophase.app;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.sweep.Orphan;
import io.twophase.app.testing.FaultyStores;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListenerTest {

  private final FaultyStore store = FaultyStores.inMemory(Clock.systemUTC());
  private final List<String> notified = new CopyOnWriteArrayList<>();

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  /** Notes every notification; then throws, if it is to. */
  private final class Noting implements TwoPhaseListener {

    private final boolean throwing;

    Noting(boolean throwing) {
      this.throwing = throwing;
    }

    private void note(String what) {
      notified.add(what);
      if (throwing) {
        throw new IllegalStateException("listener");
      }
    }

    @Override
    public void batchBegun(int transfers) {
      note("batch of " + transfers);
    }

    @Override
    public void transferEnded(TransactionOutcome outcome) {
      note(outcome.getClass().getSimpleName() + " " + outcome.id());
    }

    @Override
    public void transfersFailed(int transfers, Throwable fault) {
      note("failed " + transfers + " " + fault.getClass().getSimpleName());
    }

    @Override
    public void tookOver(TransactionId id, Epoch epoch) {
      note("took over " + id + " at " + epoch);
    }

    @Override
    public void retried(int transactions) {
      note("retried " + transactions);
    }

    @Override
    public void recovered(Recovered recovered) {
      note("recovered " + recovered.id());
    }

    @Override
    public void orphanFound(Orphan orphan) {
      note("orphan of " + orphan.transaction());
    }

    @Override
    public void executorRefused() {
      note("executor refused");
    }
  }

  private TwoPhase host(boolean throwing) {
    EngineSettings engine =
        EngineSettings.of(application("test")).withPatience(Duration.ofMillis(100));
    return TwoPhase.over(store.accounts(), store.transactions())
        .settings(new TwoPhaseSettings(engine, 10))
        .listener(new Noting(throwing))
        .executor(
            task -> {
              throw new RejectedExecutionException("planted");
            })
        .build();
  }

  private static TransferRequest request(String id, long cents) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(cents));
  }

  private void begin(String id) {
    store
        .transactions()
        .begin(
            List.of(
                new NewRecord.Begun(
                    transfer(id, "A", "B", cents(1)), application("other"), token(id))));
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
  void recoveriesTakeOversRetriesAndOrphansAreToldAndCounted() {
    TwoPhase host = host(false);
    begin("left");
    store
        .accounts()
        .hold(
            transfer("gone", "A", "B", cents(1)).accountOperations().stream()
                .map(operation -> new Leg(transactionId("gone"), Epoch.FIRST, operation))
                .toList());
    store.faults().when(WriteKind.HOLD).next(Fault.LOSE_REQUEST);
    host.transfers().transfer(request("t1", 1));
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    host.scrub().run(orphan -> {}, unreadable -> {});

    assertThat(notified)
        .contains(
            "retried 1",
            "took over t1 at 2",
            "took over left at 2",
            "recovered left",
            "orphan of gone");
    Counters counters = host.counters();
    assertThat(counters.retries()).isPositive();
    assertThat(counters.takeOvers()).isEqualTo(2);
    assertThat(counters.recovered()).isEqualTo(1);
    assertThat(counters.orphansReleased()).isEqualTo(2);
    assertThat(counters.unrecovered()).isZero();
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    TwoPhase host = host(true);
    begin("left");

    assertThat(host.transfers().transfer(request("t1", 1)))
        .isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(host.transfers().submit(request("t2", 1)).join())
        .isInstanceOf(TransactionOutcome.Applied.class);
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    host.close();

    assertThat(notified).contains("Applied t1", "Applied t2", "recovered left");
    assertThat(host.counters().applied()).isEqualTo(2);
  }

  @Test
  void whatWaitsForOthersIsCountedAsItIsNow() {
    TwoPhase host =
        TwoPhase.over(store.accounts(), store.transactions())
            .settings(new TwoPhaseSettings(EngineSettings.of(application("test")), 10))
            .build();
    begin("live");
    var blocked = host.transfers().submit(request("live", 1));

    await().until(() -> host.counters().blocked() == 1);
    host.compensation().cancel(transactionId("live"), "enough");
    blocked.join();
    await().until(() -> host.counters().blocked() == 0);
    host.close();
  }
}
