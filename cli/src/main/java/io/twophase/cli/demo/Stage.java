package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.cli.demo.ProcessLife.Write;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A database on the server of a demo, and the processes that work on it. */
abstract class Stage implements AutoCloseable {

  private static final RecoveryRequest EVERYTHING = RecoveryRequest.olderThan(Duration.ZERO);

  private final MongoStore mongo;
  private final Store store;
  private final StoredDocuments documents;
  private final Picture picture;

  /**
   * A fresh one on {@code server}.
   *
   * @param front is put in front of the store
   * @param picture how its documents are shown
   */
  Stage(
      EmbeddedServer server,
      String name,
      UnaryOperator<Store> front,
      Picture picture,
      Opening... openings) {
    String uri = server.uri() + "/" + name;
    this.mongo = MongoStore.open(uri, MongoStoreSettings.defaults().withProbe(false));
    this.store = front.apply(mongo);
    this.documents = StoredDocuments.open(uri);
    this.picture = picture;
    try (TwoPhase clerk = process("clerk", ProcessLife.endless())) {
      clerk.accounts().open(List.of(openings)).forEach(OpenOutcome::orElseThrow);
    }
  }

  /** A process with its life before it. Nobody else lives long: what is pending is stuck. */
  final TwoPhase process(String name, ProcessLife life) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName(name)).withStuckAfter(Duration.ZERO);
    return TwoPhase.over(CrashingStore.of(store, life))
        .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
        .build();
  }

  /**
   * The writes of a process that is killed after so many.
   *
   * @param faults receives it, if the process comes to its end before
   */
  static List<Write> killed(int after, List<String> faults, Consumer<ProcessLife> work) {
    ProcessLife life = ProcessLife.of(after);
    try {
      work.accept(life);
      faults.add("a process came to its end before write " + after);
    } catch (ProcessLife.Killed expected) {
      // what follows is another process's doing
    }
    return life.writes();
  }

  /** Another process recovers what it finds; answers its writes. */
  final List<Write> recover(ProcessLife life) {
    try (TwoPhase recoverer = process("recoverer", life)) {
      recoverer.recovery().pass(EVERYTHING, recovered -> {});
    }
    return life.writes();
  }

  /** The documents as they are now. */
  final List<Map<String, Object>> picture() {
    return picture.of(documents);
  }

  final Money balance(AccountId id) {
    try (TwoPhase reader = process("reader", ProcessLife.endless())) {
      Account account = ((AccountLookup.Found) reader.accounts().find(id)).account();
      return account.balance();
    }
  }

  /** Returns what is wrong with the books, where accounts must have these balances. */
  final List<String> faults(SortedMap<AccountId, Money> expected) {
    List<String> faults = new ArrayList<>();
    expected.forEach(
        (id, balance) -> {
          Money actual = balance(id);
          if (!actual.equals(balance)) {
            faults.add("account %s has %s, not %s".formatted(id, actual, balance));
          }
        });
    try (TwoPhase auditor = process("auditor", ProcessLife.endless())) {
      auditor
          .audit()
          .run()
          .findings()
          .forEach(one -> faults.add(one.kind().title() + " " + one.id() + ": " + one.detail()));
    }
    return faults;
  }

  @Override
  public void close() {
    documents.close();
    mongo.close();
  }
}
