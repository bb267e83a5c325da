package io.twophase.app.simulation;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.Random;

/** What all processes of one simulation share; only one of them at a time is awake to use it. */
final class World {

  /** When a process counts as dead to the others. */
  static final Duration STUCK_AFTER = Duration.ofMillis(400);

  private final Setup setup;
  private final Random random;
  private final SimulatedClock clock = new SimulatedClock();
  private final Tally tally = new Tally();
  private final Trace trace = new Trace();
  private final LateMail mail;
  private final Scheduler scheduler;
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Auditor auditor;
  private long idsGiven;

  World(long seed, Setup setup) {
    this.setup = setup;
    this.random = new Random(seed);
    this.mail = new LateMail(random);
    this.scheduler = new Scheduler(random, clock, mail::tick);
    InMemoryStore store = InMemoryStore.create(clock);
    this.accounts = setup.accounts().apply(store.accounts());
    this.transactions = setup.transactions().apply(store.transactions());
    this.auditor = new Auditor(accounts, transactions, tally);
  }

  Setup setup() {
    return setup;
  }

  Random random() {
    return random;
  }

  SimulatedClock clock() {
    return clock;
  }

  Tally tally() {
    return tally;
  }

  Trace trace() {
    return trace;
  }

  LateMail mail() {
    return mail;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** The accounts themselves, without a network before them. */
  AccountRepository accounts() {
    return accounts;
  }

  /** The transaction records themselves, without a network before them. */
  TransactionRepository transactions() {
    return transactions;
  }

  Auditor auditor() {
    return auditor;
  }

  void note(String process, String what) {
    trace.note(clock.passed() + " " + process + " " + what);
  }

  /** All of Twophase, as the process at the end of {@code wire} has it. */
  TwoPhase twoPhase(String process, Wire wire, int batchSize) {
    EngineSettings engine =
        new EngineSettings(
            new ApplicationName(process),
            STUCK_AFTER,
            Duration.ofSeconds(2),
            Duration.ofMillis(5),
            Duration.ofMillis(200),
            8);
    return TwoPhase.over(new SimulatedAccounts(this, wire), new SimulatedTransactions(this, wire))
        .settings(new TwoPhaseSettings(engine, batchSize))
        .executor(Runnable::run)
        .ids(ids())
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
    };
  }
}
