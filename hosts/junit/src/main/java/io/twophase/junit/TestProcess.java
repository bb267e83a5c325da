package io.twophase.junit;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One process of a host, as far as the store can tell: a {@link TwoPhase} and what befalls it. All
 * of its work is done on the threads that call it, and what it waits for turns the test's clock on
 * instead.
 */
public final class TestProcess {

  /**
   * The time without a change, by the test's clock, after which others take over: as long as it
   * takes in production to see that a process is dead.
   */
  public static final Duration TAKEN_OVER_AFTER = Duration.ofSeconds(5);

  private static final EngineSettings ENGINE =
      EngineSettings.of(new ApplicationName("test")).withStuckAfter(TAKEN_OVER_AFTER);

  private final SettableClock clock;
  private final FaultyStore store;
  private final TwoPhase twophase;
  private final FaultScript faults;

  TestProcess(Store sound, SettableClock clock, EntityMapper mapper, Runnable takeOver) {
    this.clock = clock;
    this.store = FaultyStore.over(sound);
    this.faults = new FaultScript(store.faults(), takeOver);
    this.twophase =
        TwoPhase.over(withoutBeats(store))
            .settings(new TwoPhaseSettings(ENGINE, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
            .mapper(mapper)
            .ticker(clock)
            .pause(clock)
            .executor(Runnable::run)
            .callbackExecutor(Runnable::run)
            .build();
  }

  /** All of Twophase, as this process has it. */
  public TwoPhase twophase() {
    return twophase;
  }

  /** The store as this process sees it: with its faults. */
  public Store store() {
    return store;
  }

  /** Returns what is to go wrong for this process. */
  public FaultScript faults() {
    return faults;
  }

  /** Returns whether it has died, as its script said. */
  public boolean hasDied() {
    return store.faults().hasDied();
  }

  /**
   * Lets so much time pass that whoever works on something counts as dead, and runs recovery in
   * this process, once: what a recovery daemon does sooner or later.
   *
   * @return what was done to each transaction
   */
  public List<Recovered> recover() {
    clock.advance(TAKEN_OVER_AFTER);
    List<Recovered> recovered = new ArrayList<>();
    twophase.recovery().pass(RecoveryRequest.olderThan(TAKEN_OVER_AFTER), recovered::add);
    return recovered;
  }

  void close() {
    twophase.close();
  }

  /**
   * The store, in which no process shows that it is alive: records name no owner, and what has not
   * changed for a while by the test's clock is taken over. So nothing depends on the pace of a
   * heartbeat's thread.
   */
  private static Store withoutBeats(Store store) {
    return Interceptor.replacing(
        store,
        OwnerRepository.class,
        owners ->
            Interceptor.before(
                OwnerRepository.class,
                owners,
                (method, asked, call) ->
                    method.equals("beat") ? MatchOutcome.IN_DOUBT : call.make()));
  }
}
