package io.twophase.app.simulation.world;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.PartsOfStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.Documents;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Repositories;
import io.twophase.app.simulation.audit.Auditor;
import io.twophase.app.simulation.audit.Tally;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AccountsThenDocuments;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What all processes of one simulation share; only one of them at a time is awake to use it. */
public final class World {

  /** When a process counts as dead to the others. */
  public static final Duration STUCK_AFTER = Duration.ofMillis(400);

  private static final List<PeriodName> PERIODS =
      List.of(new PeriodName("2026-01"), new PeriodName("2026-02"));

  private final Setup setup;
  private final Random random;
  private final SimulatedClock clock = new SimulatedClock();
  private final Tally tally = new Tally();
  private final Trace trace = new Trace();
  private final LateMessages lateMessages;
  private final Scheduler scheduler;
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final CarriedBalanceRepository carried;
  private final EventRepository events;
  private final boolean isEvident;
  private final DocumentRepository documents;
  private final PeriodRepository ofPeriods;
  private final Home home;
  private final List<PeriodName> periods;
  private final Keeping keeping;
  private final Auditor auditor;
  private long idsGiven;

  public World(long seed, Setup setup) {
    this.setup = setup;
    this.random = new Random(seed);
    this.lateMessages = new LateMessages(random);
    this.scheduler = new Scheduler(random, clock, lateMessages::tick);
    this.keeping = setup.keeping().apply(random);
    InMemoryStore store = keeping.store(clock);
    this.accounts = setup.planted().accounts().apply(store.accounts());
    this.transactions = setup.planted().transactions().apply(store.transactions());
    this.carried = setup.planted().carried().apply(store.carried().get());
    this.events = setup.planted().events().apply(store.events().get());
    this.isEvident = setup.evidence().test(random);
    if (isEvident) {
      events.turnOn();
      events.evidence().turnOn();
    }
    this.documents = setup.planted().documents().apply(store.documents());
    this.ofPeriods = store.periods().get();
    this.home = store.home();
    this.periods = PERIODS.subList(0, setup.periods().applyAsInt(random));
    this.auditor = new Auditor(accounts, transactions, documents, carried, clock, tally);
  }

  public Setup setup() {
    return setup;
  }

  public Random random() {
    return random;
  }

  SimulatedClock clock() {
    return clock;
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

  /** The accounts themselves, without a network before them. */
  public AccountRepository accounts() {
    return accounts;
  }

  /** The transaction records themselves, without a network before them. */
  public TransactionRepository transactions() {
    return transactions;
  }

  /** What removed records come to, without a network before it. */
  CarriedBalanceRepository carried() {
    return carried;
  }

  /** Whether what is decided becomes evident. */
  public boolean isEvident() {
    return isEvident;
  }

  /** The documents themselves, without a network before them. */
  DocumentRepository documents() {
    return documents;
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

  public void note(String process, String what) {
    trace.note(clock.passed() + " " + process + " " + what);
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
    return PartsOfStore.over(parts(wire))
        .settings(new TwoPhaseSettings(engine, batchSize))
        .executor(Runnable::run)
        .ids(ids())
        .pause(duration -> scheduler.sleep(duration.toMillis()))
        .build();
  }

  private Repositories parts(Wire wire) {
    AccountRepository ofAccounts = new SimulatedAccounts(this, wire);
    Option<DocumentRepository> ofDocuments =
        Option.when(!periods.isEmpty(), () -> new SimulatedDocuments(this, wire));
    return new Repositories(
        ofAccounts,
        new SimulatedTransactions(this, wire),
        ofDocuments.map(there -> new Documents(there, home)),
        ofDocuments
            .map(there -> AccountsThenDocuments.of(ofAccounts, there))
            .getOrElse(() -> AccountsThenDocuments.ofAccounts(ofAccounts)),
        Option.none(),
        Option.none(),
        Option.when(isEvident, () -> new SimulatedEvents(events, wire)),
        ofDocuments.map(there -> new SimulatedPeriods(ofPeriods, this, wire)),
        Option.some(new SimulatedCarried(this, wire)));
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
