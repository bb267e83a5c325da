package io.twophase.app.architecture;

import java.util.List;

/** The layers of Twophase: who may depend on whom, and on which libraries. */
final class Layers {

  /** The domain without the step machine, which is the engine's business. */
  static final List<String> VALUES =
      List.of(
          "domain.account",
          "domain.compensation",
          "domain.id",
          "domain.money",
          "domain.operation",
          "domain.outcome",
          "domain.transaction");

  static final Layer DOMAIN = Layer.of("domain..");

  static final Layer PORTS = Layer.of("ports").andOn(VALUES);

  static final Layer IN_MEMORY =
      Layer.of("adapter.inmemory")
          .andOn("ports")
          .andOn(VALUES)
          .andOnLibraries("java.lang.invoke", "java.util.concurrent");

  static final Layer MONGO =
      Layer.of("adapter.mongo..")
          .andOn("ports")
          .andOn(VALUES)
          .andOnLibraries(
              "java.nio.charset", "java.time.temporal", "java.util.concurrent..", "org.slf4j")
          .andOnLibraries("java.util.regex")
          .andOnLibraries("com.mongodb..", "org.bson..");

  static final Layer ENGINE = Layer.of("app.engine").andOn("ports", "domain..");

  /** Of concurrency, the use cases know what a caller is given for an answer to come. */
  static final Layer USE_CASES =
      Layer.of("app.usecase")
          .andOn("ports", "domain..", "app.engine")
          .andOnLibraries("java.util.concurrent");

  static final Layer AUDIT = Layer.of("app.audit").andOn("ports").andOn(VALUES);

  static final Layer COMMIT =
      Layer.of("app.commit")
          .andOn("ports", "app.usecase")
          .andOn(VALUES)
          .andOnLibraries("java.util.concurrent..");

  static final Layer WIRING =
      Layer.of("app.wiring")
          .andOn("ports", "adapter.inmemory", "adapter.mongo")
          .andOn("app.engine", "app.usecase", "app.commit", "app.audit")
          .andOn(VALUES)
          .andOnLibraries("java.security", "java.util.concurrent..")
          .andOnLibraries("com.google.inject..", "org.slf4j");

  static final Layer EMBEDDED =
      Layer.of("app.embedded")
          .andOn("app.embedded.storage", "app.embedded.upgrade")
          .andOnLibraries("java..", "de.bwaldvogel.mongo..", "io.netty..")
          .andOnLibraries("org.slf4j");

  /** The embedded store's bytes: the only room that knows the storage engine. */
  static final Layer STORAGE =
      Layer.of("app.embedded.storage").andOnLibraries("java..", "org.rocksdb..");

  /** Reads the older format of the embedded store. */
  static final Layer UPGRADE =
      Layer.of("app.embedded.upgrade")
          .andOnClass("app.embedded.storage.EmbeddedStoreException")
          .andOnLibraries("java..", "org.h2.mvstore..");

  /** It measures: it has the driver of its own, counts what goes over it, and draws. */
  static final Layer BENCH =
      Layer.of("app.bench")
          .andOn("ports", "adapter.mongo", "adapter.mongo.document", "adapter.mongo.tutorial")
          .andOn("app.usecase", "app.audit", "app.wiring")
          .andOn(VALUES)
          .andOnClass("app.engine.EngineSettings")
          .andOnLibraries("java..", "com.mongodb..", "org.bson..")
          .andOnLibraries("org.HdrHistogram", "org.knowm.xchart..");

  /** Of the engine, only its settings: those of the wiring carry them. */
  static final Layer COMMAND_LINE =
      Layer.of("app.cli..")
          .andOn("ports", "adapter.inmemory", "adapter.mongo", "adapter.mongo.tutorial")
          .andOn("adapter.mongo.adoption")
          .andOn(
              "app.usecase",
              "app.commit",
              "app.audit",
              "app.wiring",
              "app.embedded",
              "app.embedded.storage",
              "app.bench")
          .andOn(VALUES)
          .andOnClass("app.engine.EngineSettings")
          .andOnLibraries("java..", "picocli", "me.tongfei.progressbar")
          .andOnLibraries("org.apache.commons.csv", "org.apache.commons.io..")
          .andOnLibraries("com.fasterxml.jackson..", "ch.qos.logback..", "org.slf4j");

  static final List<Layer> ALL =
      List.of(
          DOMAIN,
          PORTS,
          IN_MEMORY,
          MONGO,
          ENGINE,
          USE_CASES,
          AUDIT,
          COMMIT,
          WIRING,
          EMBEDDED,
          STORAGE,
          UPGRADE,
          BENCH,
          COMMAND_LINE);

  /** Those that must give the same answer whenever, wherever and however often they are asked. */
  static final List<Layer> CORE = List.of(DOMAIN, PORTS, ENGINE, USE_CASES, AUDIT);

  private Layers() {}
}
