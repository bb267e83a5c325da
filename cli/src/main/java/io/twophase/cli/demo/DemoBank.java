package io.twophase.cli.demo;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.audit.Finding;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.demo.crash.CrashingStore;
import io.twophase.cli.demo.crash.ProcessLife;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A database with A and B in it, the transfer that is made there, and what must come of it. */
final class DemoBank implements AutoCloseable {

  private static final Currency USD = Currency.getInstance("USD");
  private static final Money BALANCE = new Money(1000_00, USD);
  private static final Money CEILING = new Money(10_000_00, USD);
  private static final Money AMOUNT = new Money(100_00, USD);
  private static final AccountId A = new AccountId("A");
  private static final AccountId B = new AccountId("B");
  private static final TransactionId TRANSFER = new TransactionId("t1");

  private final MongoStore mongo;
  private final Store store;
  private final StoredDocuments documents;
  private final TwoPhase teller;

  private DemoBank(MongoStore mongo, UnaryOperator<Store> front, StoredDocuments documents) {
    this.mongo = mongo;
    this.store = front.apply(mongo);
    this.documents = documents;
    this.teller = process("teller", ProcessLife.witnessedBy(write -> {}));
  }

  /** A fresh one on {@code server}, with what {@code front} puts in front of the store. */
  static DemoBank open(EmbeddedServer server, String name, UnaryOperator<Store> front) {
    String uri = server.uri() + "/" + name;
    DemoBank bank =
        new DemoBank(
            MongoStore.open(uri, MongoStoreSettings.defaults().withProbe(false)),
            front,
            StoredDocuments.open(uri));
    bank.teller.accounts().open(opening(A));
    bank.teller.accounts().open(opening(B));
    return bank;
  }

  private static Opening opening(AccountId id) {
    return Opening.of(id, BALANCE, Money.zero(USD), Option.some(CEILING)).get();
  }

  private TwoPhase process(String name, ProcessLife life) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName(name)).withStuckAfter(Duration.ZERO);
    return TwoPhase.over(CrashingStore.of(store, life))
        .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
        .build();
  }

  /** A worker with its life before it makes the one transfer, always under the same id. */
  void transfer(ProcessLife life) {
    try (TwoPhase worker = process("worker", life)) {
      worker.transfers().transfer(new TransferRequest(TRANSFER, A, B, AMOUNT));
    }
  }

  /** Another process recovers what it finds: whatever is pending is stuck. */
  void recover(ProcessLife life) {
    try (TwoPhase recoverer = process("recoverer", life)) {
      recoverer.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    }
  }

  /** The documents as they are now. */
  List<Map<String, Object>> picture() {
    return Pictures.of(documents);
  }

  /** The balances as decimal texts, by account. */
  Map<String, String> balances() {
    Map<String, String> balances = new LinkedHashMap<>();
    for (Account account : found()) {
      balances.put(account.id().value(), account.money(account.balance()).toDecimal());
    }
    return balances;
  }

  /** What is wrong with the books, when the transfer is over and has happened exactly once. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Account account : found()) {
      long moved = account.id().equals(A) ? -AMOUNT.minor() : AMOUNT.minor();
      Money expected = new Money(BALANCE.minor() + moved, USD);
      Money actual = account.money(account.balance());
      if (!actual.equals(expected)) {
        faults.add("account " + account.id() + " has " + actual + ", not " + expected);
      }
    }
    for (Finding finding : teller.audit().run().findings()) {
      faults.add(finding.kind().title() + " " + finding.id() + ": " + finding.detail());
    }
    return faults;
  }

  private List<Account> found() {
    return teller.accounts().find(List.of(A, B)).stream()
        .map(lookup -> ((AccountLookup.Found) lookup).account())
        .toList();
  }

  @Override
  public void close() {
    teller.close();
    documents.close();
    mongo.close();
  }
}
