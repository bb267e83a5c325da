package io.twophase.app.engine;

import io.twophase.RandomIds;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.machine.Result;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accounts and documents of one store, and engines over them. */
final class RecordWorld {

  static final int ACCOUNTS = 5;
  static final int DOCUMENTS = 4;

  final SettableClock clock;
  final RandomIds ids = new RandomIds();
  final InMemoryStore store;
  final Records records;

  private RecordWorld(SettableClock clock, InMemoryStore store) {
    this.clock = clock;
    this.store = store;
    this.records = store.records();
  }

  static RecordWorld inMemory() {
    SettableClock clock = new SettableClock(Fixtures.NOW);
    return new RecordWorld(clock, InMemoryStore.create(clock));
  }

  static AccountId accountId(int number) {
    return TwoPhase.account("a" + number);
  }

  static DocumentRef documentRef(int number) {
    return TwoPhase.document("things", "d" + number);
  }

  void fill(List<Opening> openings, Map<DocumentRef, Fields> documents) {
    store.accounts().open(openings);
    documents.forEach(store::store);
  }

  Engine engine() {
    return engine(store, nobodyShown());
  }

  private Engine engine(Store over, Ownership ownership) {
    return Engines.over(
        over,
        ownership,
        ids,
        clock,
        clock,
        EngineSettings.of(new ApplicationName("app")).withStuckAfter(Duration.ZERO));
  }

  Ownership nobodyShown() {
    return new Ownership(store.owners(), Optional::empty, clock, clock);
  }

  Runs runs(Store seen, Ownership ownership) {
    return new Runs(engine(seen, ownership));
  }

  Runs runs() {
    return runs(store, nobodyShown());
  }

  Result run(NewTransaction body) {
    return engine().resultOf(body);
  }

  /** The kinds of the results; none of a transaction that waits. */
  static List<Result.Kind> kinds(Runs.Ended ended) {
    return ended.ends().stream().flatMap(Either::toJavaStream).map(Runs.End::kind).toList();
  }

  Account account(int number) {
    return (Account)
        store
            .holds()
            .find(List.of(new Target.OfAccount(accountId(number))))
            .get(0)
            .stored()
            .orElseThrow();
  }

  long balance(int number) {
    return account(number).balance().minor();
  }

  Optional<Document> document(int number) {
    return store
        .holds()
        .find(List.of(new Target.OfDocument(documentRef(number))))
        .get(0)
        .stored()
        .map(Document.class::cast);
  }

  Transaction recorded(TransactionId id) {
    return records.findMembers(List.of(id)).get(0).transaction().orElseThrow();
  }

  /** That nothing is held, and what is available fits the balances. */
  boolean isAtRest() {
    boolean atRest = true;
    for (int number = 0; number < ACCOUNTS; number++) {
      Account account = account(number);
      atRest &=
          account.holds().isEmpty()
              && account.bounds().available()
                  == account.balance().minor() - account.opening().floor().minor()
              && account.bounds().receivable()
                  == account.opening().ceiling().minor() - account.balance().minor();
    }
    for (int number = 0; number < DOCUMENTS; number++) {
      atRest &=
          document(number)
              .map(there -> there.holds().isEmpty() && !there.placeholder())
              .orElse(true);
    }
    return atRest;
  }
}
