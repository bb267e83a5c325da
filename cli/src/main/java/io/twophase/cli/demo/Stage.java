package io.twophase.cli.demo;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A database on the server of a demo, and the processes that work on it. */
final class Stage implements AutoCloseable {

  private static final RecoveryRequest EVERYTHING = RecoveryRequest.olderThan(Duration.ZERO);

  private final MongoStore mongo;
  private final Store store;
  private final StoredDocuments documents;
  private final Picture picture;

  /**
   * A fresh one on {@code server}.
   *
   * @param front what is put in front of the store
   * @param picture what is shown of the documents
   */
  Stage(EmbeddedServer server, String name, UnaryOperator<Store> front, Picture picture) {
    String uri = server.uri() + "/" + name;
    this.mongo = MongoStore.open(uri, MongoStoreSettings.defaults().withProbe(false));
    this.store = front.apply(mongo);
    this.documents = StoredDocuments.open(uri);
    this.picture = picture;
  }

  /** A process with its life before it. Nobody else lives long: what is pending is stuck. */
  TwoPhase process(String name, ProcessLife life) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName(name)).withStuckAfter(Duration.ZERO);
    return TwoPhase.over(CrashingStore.of(store, life))
        .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
        .build();
  }

  /** Another process recovers what it finds. */
  void recover(ProcessLife life) {
    try (TwoPhase recoverer = process("recoverer", life)) {
      recoverer.recovery().pass(EVERYTHING, recovered -> {});
    }
  }

  /** The documents as they are now. */
  List<Map<String, Object>> picture() {
    return picture.of(documents);
  }

  /** What the audit of a process finds, a line each. */
  static List<String> findings(TwoPhase auditor) {
    return auditor.audit().run().findings().stream()
        .map(finding -> finding.kind().title() + " " + finding.id() + ": " + finding.detail())
        .toList();
  }

  @Override
  public void close() {
    documents.close();
    mongo.close();
  }
}
