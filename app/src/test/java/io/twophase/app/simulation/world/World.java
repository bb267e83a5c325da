package io.twophase.app.simulation.world;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.simulation.audit.Auditor;
import io.twophase.app.simulation.audit.Tally;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.IdSource;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** What all processes of one simulation share; only one of them at a time is awake to use it. */
public final class World {

  /** When a process counts as dead to the others. */
  public static final Duration STUCK_AFTER = Duration.ofMillis(400);

  private static final List<PeriodName> PERIODS =
      List.of(new PeriodName("2026-01"), new PeriodName("2026-02"));

  private final Setup setup;
  private final Random random;
  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private final Tally tally = new Tally();
  private final Trace trace;
  private final LateMessages lateMessages;
  private final Scheduler scheduler;
  private final Store store;
  private final boolean isEvident;
  private final List<PeriodName> periods;
  private final Keeping keeping;
  private final Auditor auditor;
  private long idsGiven;

  public World(long seed, Setup setup) {
    this.setup = setup;
    this.trace = new Trace(setup.isDigested());
    this.random = new Random(seed);
    this.lateMessages = new LateMessages(random);
    this.scheduler = new Scheduler(random, clock, lateMessages::tick);
    this.keeping = setup.keeping(seed);
    this.store = setup.planted(keeping.store(clock));
    this.isEvident = setup.isEvident(seed);
    if (isEvident) {
      store.events().turnOn();
      store.events().evidence().turnOn();
    }
    this.periods = PERIODS.subList(0, setup.periods(seed));
    this.auditor = new Auditor(store, clock, tally);
  }

  public Setup setup() {
    return setup;
  }

  public Random random() {
    return random;
  }

  public Tally tally() {
    return tally;
  }

  public Trace trace() {
    return trace;
  }

  public LateMessages lateMessages() {
    return lateMessages;
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  /** The store itself, without a network before it. */
  public Store store() {
    return store;
  }

  /** Whether what is decided becomes evident. */
  public boolean isEvident() {
    return isEvident;
  }

  /** The accounting periods that transfers may be postings of; none in most worlds. */
  public List<PeriodName> periods() {
    return periods;
  }

  /** For how long the store keeps what is finished. */
  public Keeping keeping() {
    return keeping;
  }

  public Auditor auditor() {
    return auditor;
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
        return new TransactionId("fresh-" + idsGiven++);
      }

      @Override
      public Token nextToken() {
        return new Token("token-" + idsGiven++);
      }

      /** Asked for by threads of their own. */
      @Override
      public OwnerId nextOwnerId() {
        return new OwnerId("nobody");
      }
    };
  }
}
