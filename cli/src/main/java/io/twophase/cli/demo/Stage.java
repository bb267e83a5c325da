package io.twophase.cli.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.cli.demo.CrashingStore.Killed;
import io.twophase.cli.demo.CrashingStore.ProcessLife;
import io.twophase.cli.demo.CrashingStore.Write;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A database on the server of a demo, and the processes that work on it. */
abstract class Stage implements AutoCloseable {

  /** The place of all stages, for people and machines. */
  static final String WHERE = "in memory, of its own";

  private static final RecoveryRequest EVERYTHING = RecoveryRequest.olderThan(Duration.ZERO);

  private final MongoStore mongo;
  private final StoredDocuments documents;
  private final Picture picture;

  /**
   * A fresh one on {@code server}.
   *
   * @param picture how its documents are shown
   */
  Stage(EmbeddedServer server, String name, Picture picture, Opening... openings) {
    String uri = server.uri() + "/" + name;
    this.mongo = MongoStore.open(uri, MongoStoreSettings.defaults().withProbe(false));
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
    return TwoPhase.over(CrashingStore.of(mongo, life))
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
    } catch (Killed expected) {
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
      return ((AccountLookup.Found) reader.accounts().find(id)).account().balance();
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
      faults.addAll(findings(auditor));
    }
    return faults;
  }

  /** Returns what an audit finds, a line each. */
  static List<String> findings(TwoPhase auditor) {
    return auditor.audit().run().findings().stream()
        .map(one -> one.kind().title() + " " + one.id() + ": " + one.detail())
        .toList();
  }

  @Override
  public void close() {
    documents.close();
    mongo.close();
  }

  /**
   * A picture of all documents of a database, reduced to the fields that teach.
   *
   * @param shown the collections, in the order in which they are shown
   * @param ofAHold the fields of a hold that are shown; none if holds are whole
   */
  record Picture(List<Fields> shown, List<String> ofAHold) {

    private static final String HOLDS = "pendingTransactions";

    /** The transactions and the accounts of a transfer. */
    static final Picture TRANSFER =
        new Picture(
            List.of(
                Fields.of(
                    "transactions", "_id", "source", "destination", "value", "state", "epoch"),
                Fields.of("accounts", "_id", "balance", "available", "receivable", HOLDS)),
            List.of());

    /** The documents of a shop. */
    static final Picture SHOP =
        new Picture(
            List.of(
                Fields.of("transactions", "_id", "state", "epoch"),
                Fields.of("accounts", "_id", "balance", "available", HOLDS),
                Fields.of(
                    "orders", "_id", "status", "price", "placeholder", "lastTransaction", HOLDS),
                Fields.of("payments", "_id", "order", "placeholder", "lastTransaction", HOLDS)),
            List.of("id", "epoch", "mode", "debit", "credit"));

    /** The fields of a collection's documents. */
    record Fields(String collection, List<String> names) {
      static Fields of(String collection, String... names) {
        return new Fields(collection, List.of(names));
      }
    }

    /** The documents as they are now. */
    List<Map<String, Object>> of(StoredDocuments documents) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Fields fields : shown) {
        documents.of(fields.collection()).forEach(each -> all.add(reduced(each, fields.names())));
      }
      return all;
    }

    /** Returns whether a transaction holds a document of which not all is shown. */
    static boolean isHeld(Map<String, Object> document) {
      return document.containsKey(HOLDS);
    }

    private Map<String, Object> reduced(Map<?, ?> document, List<String> names) {
      Map<String, Object> reduced = new LinkedHashMap<>();
      for (String name : names) {
        Object value = shown(document.get(name));
        if (value != null) {
          reduced.put(name, value);
        }
      }
      return reduced;
    }

    /** A value with reduced holds; where they are reduced, an empty list of holds is not shown. */
    private @Nullable Object shown(@Nullable Object value) {
      if (ofAHold.isEmpty()) {
        return value;
      } else if (value instanceof List<?> holds) {
        return holds.isEmpty()
            ? null
            : holds.stream().map(hold -> reduced((Map<?, ?>) hold, ofAHold)).toList();
      }
      return value instanceof Map<?, ?> transaction ? reduced(transaction, ofAHold) : value;
    }
  }

  /**
   * Something that happened, and the documents after it.
   *
   * @param step who does what
   * @param says what there is to say about it, in one sentence; may be empty
   * @param documents all of them, reduced to the fields that teach
   * @param fresh whether they are of another database than those of the step before
   */
  record Step(
      String step, String says, List<Map<String, Object>> documents, @JsonIgnore boolean fresh) {

    /** A step on the same database as the step before. */
    Step(String step, String says, List<Map<String, Object>> documents) {
      this(step, says, documents, false);
    }
  }
}
