package io.twophase.app.simulation.world;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.simulation.audit.Auditor;
import io.twophase.app.simulation.audit.Tally;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.IdSource;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What all processes of one simulation share; only one of them at a time is awake to use it.
 *
 * @param store itself, without a network before it
 * @param isEvident whether what is decided becomes evident
 * @param periods that transfers may be postings of; none in most worlds
 * @param keeping for how long the store keeps what is finished
 */
public record World(
    Setup setup,
    Random random,
    SettableClock clock,
    Tally tally,
    Trace trace,
    LateMessages lateMessages,
    Scheduler scheduler,
    Store store,
    boolean isEvident,
    List<PeriodName> periods,
    Keeping keeping,
    Auditor auditor,
    AtomicLong idsGiven) {

  /** When a process counts as dead to the others. */
  public static final Duration STUCK_AFTER = Duration.ofMillis(400);

  private static final List<PeriodName> PERIODS =
      List.of(new PeriodName("2026-01"), new PeriodName("2026-02"));

  public static World of(long seed, Setup setup) {
    Random random = new Random(seed);
    SettableClock clock = new SettableClock(Fixtures.NOW);
    Tally tally = new Tally();
    LateMessages late = new LateMessages(random);
    Keeping keeping = setup.keeping().apply(seed);
    Store store = setup.planted().apply(keeping.store(clock));
    boolean isEvident = setup.evidence().test(seed);
    if (isEvident) {
      store.events().turnOn();
      store.events().evidence().turnOn();
    }
    return new World(
        setup,
        random,
        clock,
        tally,
        new Trace(setup.isDigested()),
        late,
        new Scheduler(random, clock, late::tick),
        store,
        isEvident,
        PERIODS.subList(0, setup.periods().applyAsInt(seed)),
        keeping,
        Auditor.of(store, clock, tally),
        new AtomicLong());
  }

  public void note(String process, Supplier<String> what) {
    long millis = clock.elapsed().toMillis();
    trace.note(() -> millis + " " + process + " " + what.get());
  }

  /** All of Twophase, as the process at the end of {@code wire} has it. */
  public TwoPhase twoPhase(String process, Wire wire, int batchSize) {
    EngineSettings engine =
        new EngineSettings(
            new ApplicationName(process),
            STUCK_AFTER,
            Duration.ofSeconds(2),
            Duration.ofMillis(5),
            Duration.ofMillis(200),
            8);
    return TwoPhase.over(SimulatedStore.of(this, wire))
        .settings(new TwoPhaseSettings(engine, batchSize))
        .executor(Runnable::run)
        .ids(ids())
        .ticker(clock)
        .pause(duration -> scheduler.sleep(duration.toMillis()))
        .build();
  }

  private IdSource ids() {
    return new IdSource() {
      @Override
      public TransactionId nextTransactionId() {
        return new TransactionId("fresh-" + idsGiven.getAndIncrement());
      }

      @Override
      public Token nextToken() {
        return new Token("token-" + idsGiven.getAndIncrement());
      }

      /** Asked for by threads of their own. */
      @Override
      public OwnerId nextOwnerId() {
        return new OwnerId("nobody");
      }
    };
  }
}
