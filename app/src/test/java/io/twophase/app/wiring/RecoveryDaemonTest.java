package io.twophase.app.wiring;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.inject.Guice;
import com.google.inject.Injector;
import io.twophase.adapter.inmemory.Fault;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.inmemory.WriteKind;
import io.twophase.app.usecase.Recovered;
import io.twophase.app.usecase.Recovery;
import io.twophase.app.usecase.RecoveryRequest;
import io.twophase.domain.transaction.State;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RecoveryDaemonTest implements RecoveryDaemon.Listener {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final List<Recovered> recovered = new CopyOnWriteArrayList<>();
  private final List<StoreException> failures = new CopyOnWriteArrayList<>();

  @Test
  void recoversWhatComesUntilItIsClosed() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
    Injector injector =
        Guice.createInjector(
            new TwoPhaseModule(TwoPhaseSettings.of(application("daemon"))),
            new InMemoryStoreModule(store));
    RecoveryDaemon daemon =
        RecoveryDaemon.start(
            injector.getInstance(Recovery.class),
            RecoveryRequest.olderThan(Duration.ZERO),
            Duration.ofMillis(5),
            this);
    try (daemon) {
      begin("t1");
      await().until(() -> recovered.contains(new Recovered.Done("t1", State.PENDING)));
      store.faults().when(WriteKind.ADVANCE).next(Fault.UNAVAILABLE);
      begin("t2");
      await().until(() -> recovered.contains(new Recovered.Done("t2", State.PENDING)));
    }
    begin("t3");
    daemon.close();

    assertThat(recovered).hasSize(2);
    assertThat(failures).hasSizeLessThanOrEqualTo(1);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("twophase-recovery"));
  }

  private void begin(String id) {
    store
        .transactions()
        .begin(
            List.of(
                new NewRecord.Begun(
                    transfer(id, "A", "B", cents(10)), application("other"), token(id))));
  }

  @Override
  public void recovered(Recovered one) {
    recovered.add(one);
  }

  @Override
  public void failed(StoreException fault) {
    failures.add(fault);
  }
}
