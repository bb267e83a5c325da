package io.twophase.app.engine;

import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.owner.Ownership;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
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
import io.twophase.domain.record.Owner;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
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
import java.util.Random;
import java.util.TreeMap;

/** Accounts and documents in memory, and engines over them. */
final class RecordWorld {

  static final int ACCOUNTS = 5;
  static final int DOCUMENTS = 4;

  final SettableClock clock = new SettableClock(Fixtures.NOW);
  final RandomIds ids = new RandomIds();
  final Home home = new Home("test.transactions");
  final InMemoryHolds holds =
      new InMemoryHolds(new HoldRules(home, InMemoryStore.ACCOUNTS, HoldLimit.DEFAULT));
  final Records records = new InMemoryRecords(clock);

  static AccountId accountId(int number) {
    return TwoPhase.account("a" + number);
  }

  static DocumentRef documentRef(int number) {
    return TwoPhase.document("things", "d" + number);
  }

  /** Opens accounts of random figures, and stores documents; some of these are not there. */
  static List<Opening> openings(Random random) {
    List<Opening> openings = new ArrayList<>();
    for (int number = 0; number < ACCOUNTS; number++) {
      long balance = random.nextInt(40);
      openings.add(
          Opening.of(
                  accountId(number),
                  Fixtures.cents(balance),
                  Fixtures.cents(random.nextInt(3) == 0 ? 20 : 0),
                  Option.when(random.nextInt(3) == 0, () -> Fixtures.cents(balance + 30)))
              .get());
    }
    return openings;
  }

  static Map<DocumentRef, Fields> documents(Random random) {
    Map<DocumentRef, Fields> documents = new TreeMap<>();
    for (int number = 0; number < DOCUMENTS; number++) {
      if (random.nextInt(4) > 0) {
        documents.put(documentRef(number), Fields.of(Map.of("n", random.nextInt(10), "s", "x")));
      }
    }
    return documents;
  }

  void fill(List<Opening> openings, Map<DocumentRef, Fields> documents) {
    holds.accounts(clock).open(openings);
    documents.forEach(holds::store);
  }

  /** A random transfer. */
  static TransferRequest transfer(Random random, String id) {
    int source = random.nextInt(ACCOUNTS);
    int destination = (source + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    return new TransferRequest(
        new TransactionId(id),
        accountId(source),
        accountId(destination),
        Fixtures.cents(1 + random.nextInt(25)));
  }

  /** A random transaction: money, documents, or both. */
  static TransactionRequest transaction(Random random, String id) {
    TransactionRequest request = TwoPhase.transaction(id);
    int kind = random.nextInt(10);
    if (kind < 6) {
      request = money(random, request, kind == 0);
    }
    if (kind > 3) {
      int first = random.nextInt(DOCUMENTS);
      request = onDocument(random, request, documentRef(first));
      if (random.nextInt(3) == 0) {
        request = onDocument(random, request, documentRef((first + 1) % DOCUMENTS));
      }
    }
    return request;
  }

  private static TransactionRequest money(
      Random random, TransactionRequest request, boolean atMost) {
    int source = random.nextInt(ACCOUNTS);
    int amount = 1 + random.nextInt(25);
    AccountId from = accountId(source);
    AccountId to = accountId((source + 1) % ACCOUNTS);
    if (atMost) {
      return request.debitAtMost(from, Fixtures.cents(amount)).credit(to, Fixtures.cents(amount));
    }
    int part = random.nextInt(amount);
    TransactionRequest debited = request.debit(from, Fixtures.cents(amount));
    return part == 0
        ? debited.credit(to, Fixtures.cents(amount))
        : debited
            .credit(to, Fixtures.cents(part))
            .credit(accountId((source + 2) % ACCOUNTS), Fixtures.cents(amount - part));
  }

  private static TransactionRequest onDocument(
      Random random, TransactionRequest request, DocumentRef document) {
    return switch (random.nextInt(7)) {
      case 0 -> request.insert(document, Map.of("n", random.nextInt(10), "s", "new"));
      case 1 -> request.remove(document);
      case 2 -> request.check(document, where("s").is("x"));
      case 3 -> request.absent(document);
      case 4 -> request.change(document, where("s").is("x"), set("s", "y"));
      case 5 -> request.change(document, inc("m", 1), set("s", "x"));
      default -> request.add(document, "n", random.nextBoolean() ? 3 : -4, 0, 12);
    };
  }

  Holds holds(Interceptor interceptor) {
    return Interceptor.before(Holds.class, holds, interceptor);
  }

  Records records(Interceptor interceptor) {
    return Interceptor.before(Records.class, records, interceptor);
  }

  RecordEngine engine(Holds someHolds, Records someRecords) {
    return engine(someHolds, someRecords, Ownership.withoutOwners());
  }

  private RecordEngine engine(Holds someHolds, Records someRecords, Ownership ownership) {
    return new RecordEngine(
        someHolds,
        someRecords,
        home,
        ownership,
        ids,
        clock,
        clock,
        EngineSettings.of(new ApplicationName("app")).withStuckAfter(Duration.ZERO),
        EngineListener.IGNORED);
  }

  RecordEngine engine() {
    return engine(holds, records);
  }

  RecordRuns runs(Interceptor interceptor) {
    return runs(interceptor, Ownership.withoutOwners());
  }

  RecordRuns runs(Interceptor interceptor, Ownership ownership) {
    Records intercepted = records(interceptor);
    return new RecordRuns(
        engine(holds(interceptor), intercepted, ownership),
        intercepted,
        ids,
        InMemoryStore.ACCOUNTS);
  }

  RecordRuns runs() {
    return new RecordRuns(engine(), records, ids, InMemoryStore.ACCOUNTS);
  }

  Result run(NewTransaction body) {
    RecordEngine engine = engine();
    Owner owner = engine.owner();
    return engine.run(Goal.run(NewRecord.alone(body, owner))).result().get();
  }

  Account account(int number) {
    return (Account)
        holds.find(List.of(new Target.OfAccount(accountId(number)))).get(0).stored().get();
  }

  long balance(int number) {
    return account(number).balance();
  }

  Option<Document> document(int number) {
    Option<Stored> stored =
        holds.find(List.of(new Target.OfDocument(documentRef(number)))).get(0).stored();
    return stored.map(Document.class::cast);
  }

  Transaction recorded(TransactionId id) {
    Lookup lookup = records.findMembers(List.of(id)).get(0);
    return lookup.transaction().get();
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
