package io.twophase.app.engine;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.app.TwoPhase;
import io.twophase.app.orphan.DeadHolds;
import io.twophase.app.owner.Ownership;
import io.twophase.app.runtime.RandomIds;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Result;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.participant.Home;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Accounts and documents of one store, and engines over them. */
final class RecordWorld {

  static final int ACCOUNTS = 5;
  static final int DOCUMENTS = 4;

  final SettableClock clock;
  final RandomIds ids = new RandomIds();
  final Home home;
  final Holds holds;
  final Records records;
  private final Accounts accounts;
  private final BiConsumer<DocumentRef, Fields> host;

  private RecordWorld(
      SettableClock clock,
      Home home,
      Holds holds,
      Records records,
      Accounts accounts,
      BiConsumer<DocumentRef, Fields> host) {
    this.clock = clock;
    this.home = home;
    this.holds = holds;
    this.records = records;
    this.accounts = accounts;
    this.host = host;
  }

  static RecordWorld inMemory() {
    Home home = new Home("test.transactions");
    InMemoryHolds holds =
        new InMemoryHolds(new HoldRules(home, InMemoryStore.ACCOUNTS, HoldLimit.DEFAULT));
    SettableClock clock = new SettableClock(Fixtures.NOW);
    return new RecordWorld(
        clock, home, holds, new InMemoryRecords(clock), holds.accounts(clock), holds::store);
  }

  /** In a database that is emptied for it. */
  static RecordWorld in(FreshDatabase database) {
    return of(database.emptied(MongoStoreSettings.defaults().withProbe(false)), database);
  }

  /** Of a store in that database. */
  static RecordWorld of(MongoStore store, FreshDatabase database) {
    return new RecordWorld(
        new SettableClock(Fixtures.NOW),
        store.home(),
        store.holds(),
        store.records(),
        store.ownAccounts(),
        database::host);
  }

  static AccountId accountId(int number) {
    return TwoPhase.account("a" + number);
  }

  static DocumentRef documentRef(int number) {
    return TwoPhase.document("things", "d" + number);
  }

  void fill(List<Opening> openings, Map<DocumentRef, Fields> documents) {
    accounts.open(openings);
    documents.forEach(host);
  }

  private RecordEngine engine(
      Holds someHolds,
      Records someRecords,
      Ownership ownership,
      SettableClock ofEngine,
      Duration stuckAfter) {
    return new RecordEngine(
        someHolds,
        someRecords,
        home,
        ownership,
        ids,
        ofEngine,
        ofEngine,
        EngineSettings.of(new ApplicationName("app")).withStuckAfter(stuckAfter),
        EngineListener.IGNORED);
  }

  RecordEngine engine() {
    return engine(holds, records, Ownership.withoutOwners(), clock, Duration.ZERO);
  }

  /** What runs with a clock of its own. */
  RecordRuns runs(Interceptor interceptor, SettableClock ofEngine, Duration stuckAfter) {
    return runs(interceptor, Ownership.withoutOwners(), ofEngine, stuckAfter);
  }

  private RecordRuns runs(
      Interceptor interceptor, Ownership ownership, SettableClock ofEngine, Duration stuckAfter) {
    Records intercepted = Interceptor.before(Records.class, records, interceptor);
    Holds others = Interceptor.before(Holds.class, holds, interceptor);
    return new RecordRuns(
        engine(others, intercepted, ownership, ofEngine, stuckAfter),
        intercepted,
        ids,
        accounts.collection());
  }

  RecordRuns runs(Interceptor interceptor) {
    return runs(interceptor, clock, Duration.ZERO);
  }

  RecordRuns runs(Interceptor interceptor, Ownership ownership) {
    return runs(interceptor, ownership, clock, Duration.ZERO);
  }

  RecordRuns runs() {
    return new RecordRuns(engine(), records, ids, accounts.collection());
  }

  Result run(NewTransaction body) {
    RecordEngine engine = engine();
    return engine.run(Goal.run(NewRecord.alone(body, engine.owner()))).result().get();
  }

  Account account(int number) {
    return (Account)
        holds.find(List.of(new Target.OfAccount(accountId(number)))).get(0).stored().get();
  }

  long balance(int number) {
    return account(number).balance();
  }

  Option<Document> document(int number) {
    return holds
        .find(List.of(new Target.OfDocument(documentRef(number))))
        .get(0)
        .stored()
        .map(Document.class::cast);
  }

  Transaction recorded(TransactionId id) {
    return records.findMembers(List.of(id)).get(0).transaction().get();
  }

  /** Finishes all that somebody has left. */
  void recover() {
    for (int round = 0; round < 100; round++) {
      List<Lookup> unfinished = records.list(RecordQuery.unfinished(Duration.ZERO, 1_000));
      if (unfinished.isEmpty()) {
        return;
      }
      unfinished.forEach(lookup -> engine().run(Goal.resume(lookup.decider().get())));
    }
    throw new AssertionError("no rest after 100 rounds of recovery");
  }

  /** Withdraws what a call has placed that came too late for its record. */
  void clear() {
    List<Target> targets = new ArrayList<>();
    for (int number = 0; number < ACCOUNTS; number++) {
      targets.add(new Target.OfAccount(accountId(number)));
    }
    for (int number = 0; number < DOCUMENTS; number++) {
      targets.add(new Target.OfDocument(documentRef(number)));
    }
    new DeadHolds(holds, records, home).clearOf(targets);
  }

  /** That nothing is held, and what is available fits the balances. */
  boolean isAtRest() {
    boolean atRest = true;
    for (int number = 0; number < ACCOUNTS; number++) {
      Account account = account(number);
      atRest &=
          account.holds().isEmpty()
              && account.bounds().available() == account.balance() - account.opening().floor()
              && account.bounds().receivable() == account.opening().ceiling() - account.balance();
    }
    for (int number = 0; number < DOCUMENTS; number++) {
      atRest &= document(number).forAll(there -> there.holds().isEmpty() && !there.placeholder());
    }
    return atRest;
  }
}
