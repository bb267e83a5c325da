package io.twophase.architecture.rules;

import java.util.List;

/** The layers of Twophase: who may depend on whom, and on which libraries. */
public final class Layers {

  /** The values of the domain: without the machine, which only the engine and its callers know. */
  public static final List<String> VALUES =
      List.of(
          "domain",
          "domain.account",
          "domain.authorization",
          "domain.document",
          "domain.event",
          "domain.function",
          "domain.hold",
          "domain.operation",
          "domain.record",
          "domain.statement",
          "domain.transaction",
          "domain.value");

  public static final Layer DOMAIN =
      Layer.of("domain..")
          .andOnLibraries("java.lang.reflect", "java.nio.charset")
          .andOnLibraries("java.security", "java.util.regex");

  public static final Layer PORTS = Layer.of("ports").andOn(VALUES);

  public static final Layer IN_MEMORY =
      Layer.of("adapter.inmemory")
          .andOn("ports")
          .andOn(VALUES)
          .andOnLibraries("java.util.concurrent..");

  /** Reads the schemas of its validators from a file of its own. */
  public static final Layer MONGO =
      Layer.of("adapter.mongo..")
          .andOn("ports")
          .andOn(VALUES)
          .andOnLibraries(
              "java.nio.charset", "java.time.temporal", "java.util.concurrent..", "org.slf4j")
          .andOnLibraries("java.io", "java.lang.reflect", "java.util.regex")
          .andOnLibraries("com.mongodb..", "org.bson..");

  /** Runs the machine's steps over the ports, and knows which of their owners are alive. */
  public static final Layer ENGINE =
      Layer.of("app.engine").andOn("ports", "domain.machine").andOn(VALUES);

  /** Requests, outcomes, and what would become of transactions. */
  public static final Layer TRANSFER = Layer.of("app.transfer").andOn(VALUES);

  /** What becomes of a transaction after it was asked for: captured, voided, canceled, reversed. */
  public static final Layer AUTHORIZATION =
      Layer.of("app.authorization")
          .andOn("ports", "domain.machine", "app.engine", "app.transfer", "app.transfer.queue")
          .andOn(VALUES);

  /** What others left is finished, and what was finished long ago is removed. */
  public static final Layer RECOVERY =
      Layer.of("app.recovery")
          .andOn("ports", "domain.machine", "app.engine", "app.event")
          .andOn(VALUES);

  /** Decided transactions as events, and evidence that they were not changed. */
  public static final Layer EVENTS = Layer.of("app.event").andOn("ports").andOn(VALUES);

  public static final Layer AUDIT = Layer.of("app.audit").andOn("ports", "app.event").andOn(VALUES);

  /** Reads for people, and accounting periods. */
  public static final Layer STATEMENT =
      Layer.of("app.statement").andOn("ports", "app.transfer", "domain.reading").andOn(VALUES);

  /** Transactions that are stated by a function. */
  public static final Layer FUNCTION =
      Layer.of("app.function")
          .andOn("ports", "app.statement", "app.transfer", "domain.reading")
          .andOn(VALUES)
          .andOnClass("app.engine.Jitter")
          .andOnClass("app.transfer.queue.Turns");

  public static final Layer QUEUE =
      Layer.of("app.transfer.queue")
          .andOn("ports", "domain.machine", "app.engine", "app.transfer")
          .andOn(VALUES)
          .andOnReserved("java.lang.reflect", "app.transfer.queue.Deadlines")
          .andOnLibraries("java.util.concurrent..");

  /** What a host calls, and what puts the library together. */
  public static final Layer FRONT_DOOR =
      Layer.of("")
          .andOn("ports", "app.engine")
          .andOn("app.transfer", "app.transfer.queue")
          .andOn("app.authorization", "app.function", "app.statement", "app.event")
          .andOn("app.recovery", "app.audit")
          .andOn(VALUES)
          .andOnReserved("java.lang.reflect", "Guarded")
          .andOnReserved("java.security", "RandomIds")
          .andOnLibraries("java.util.concurrent..", "org.slf4j");

  public static final Layer GUICE =
      Layer.of("guice")
          .andOn("ports")
          .andOn("", "app.authorization", "app.recovery", "app.audit", "app.statement")
          .andOn("app.event", "app.function")
          .andOnLibraries("com.google.inject..");

  /** What a listener is told and what a store has unfinished, as meters and observations. */
  public static final Layer MICROMETER =
      Layer.of("micrometer")
          .andOn("", "app.authorization", "app.recovery", "app.transfer", "ports")
          .andOn(VALUES)
          .andOnClass("app.engine.ProtocolStep")
          .andOnLibraries("java.util.concurrent..")
          .andOnLibraries("io.micrometer.common..", "io.micrometer.core.instrument..")
          .andOnLibraries("io.micrometer.observation..", "io.micrometer.tracing..")
          .andOnLibraries("io.micrometer.context..");

  /** The suites and the faults that hosts and adapters test with. */
  public static final Layer TEST_KIT =
      Layer.of("test..")
          .andOn("ports")
          .andOn(VALUES)
          .andOnLibraries("io.twophase.domain.testing", "java.lang.reflect", "java.util.regex")
          .andOnLibraries("java.util.concurrent..")
          .andOnLibraries("org.junit.jupiter..", "org.assertj..", "com.tngtech.archunit..");

  /** What hosts write tests with: over the front door, and over a store in memory. */
  public static final Layer JUNIT =
      Layer.of("junit..")
          .andOn("", "app.audit", "app.authorization", "app.recovery")
          .andOn("app.transfer", "ports", "adapter.inmemory", "test.clock", "test.fault")
          .andOn(VALUES)
          .andOnClass("app.engine.EngineSettings")
          .andOnLibraries("java.lang.reflect", "org.assertj..", "org.junit.jupiter..");

  /** The embedded store's bytes: the only room that knows the storage engine. */
  public static final Layer STORAGE =
      Layer.of("embedded.storage").andOnLibraries("java..", "org.rocksdb..");

  /** Commands, documents and the wire: the only room that knows mongo-java-server. */
  public static final Layer BACKEND =
      Layer.of("embedded.backend")
          .andOnReserved(
              "embedded.storage.Change",
              "embedded.backend.DocumentMap",
              "embedded.backend.DocumentStore")
          .andOnClass("embedded.storage.Storage")
          .andOnClass("embedded.storage.EmbeddedStoreException")
          .andOnClass("embedded.storage.FullDiskException")
          .andOnLibraries("java..", "de.bwaldvogel.mongo..", "io.netty.channel..")
          .andOnReserved(
              "io.netty.buffer",
              "embedded.backend.DocumentKey",
              "embedded.backend.DocumentMap",
              "embedded.backend.WireDecoder")
          .andOnReserved("io.netty.bootstrap", "embedded.backend.WireServer")
          .andOnReserved("io.netty.handler..", "embedded.backend.WireServer")
          .andOnReserved(
              "io.netty.util..", "embedded.backend.WireDecoder", "embedded.backend.WireServer")
          .andOnReserved(
              "org.slf4j", "embedded.backend.WireDecoder", "embedded.backend.WireServer");

  /** The embedded server: only its provider of stores knows Twophase. */
  public static final Layer EMBEDDED =
      Layer.of("embedded")
          .andOn("embedded.backend", "embedded.storage")
          .andOnClass("adapter.mongo.MongoStore")
          .andOnClass("adapter.mongo.MongoStoreSettings")
          .andOnClass("ports.StoreException")
          .andOnClass("ports.StoreProvider")
          .andOnLibraries("java..");

  /** It measures: it has the driver of its own, counts what goes over it, and draws. */
  public static final Layer BENCH =
      Layer.of("bench..")
          .andOn("ports", "adapter.mongo", "adapter.mongo.adoption")
          .andOn("", "app.authorization", "app.transfer", "app.recovery", "app.audit")
          .andOn("app.function")
          .andOn(VALUES)
          .andOnClass("app.engine.EngineSettings")
          .andOnLibraries("java..", "com.mongodb..", "org.bson..")
          .andOnLibraries("org.HdrHistogram", "org.knowm.xchart..");

  /** Pages for operators, and the JSON of all answers. */
  public static final Layer CONSOLE =
      Layer.of("console..")
          .andOn("", "app.authorization", "app.recovery", "app.audit")
          .andOn("app.statement", "app.event", "ports", "domain.reading")
          .andOn(VALUES)
          .andOnClass("adapter.mongo.document.ExtendedJson")
          .andOnLibraries("java..", "com.fasterxml.jackson..", "com.samskivert.mustache")
          .andOnLibraries("com.sun.net.httpserver", "javax.crypto..", "org.slf4j")
          .andOnLibraries("org.apache.commons.csv");

  /** Of the engine, only its settings: those of the front door carry them. */
  public static final Layer COMMAND_LINE =
      Layer.of("cli..")
          .andOn("ports", "adapter.inmemory", "adapter.mongo", "adapter.mongo.adoption")
          .andOn("", "app.authorization", "app.transfer", "app.recovery")
          .andOn("app.function")
          .andOn("app.audit", "app.statement", "app.event")
          .andOn("embedded", "embedded.storage", "bench..")
          .andOn("console", "console.http", "console.view")
          .andOn(VALUES)
          .andOnClass("app.engine.EngineSettings")
          .andOnClass("adapter.mongo.document.ExtendedJson")
          .andOnLibraries("java..", "picocli", "me.tongfei.progressbar")
          .andOnLibraries("org.apache.commons.csv", "org.apache.commons.io..")
          .andOnLibraries("com.fasterxml.jackson..", "ch.qos.logback..", "org.slf4j")
          .andOnLibraries("com.samskivert.mustache");

  public static final List<Layer> ALL =
      List.of(
          DOMAIN,
          PORTS,
          IN_MEMORY,
          MONGO,
          ENGINE,
          TRANSFER,
          AUTHORIZATION,
          RECOVERY,
          EVENTS,
          AUDIT,
          STATEMENT,
          FUNCTION,
          QUEUE,
          FRONT_DOOR,
          GUICE,
          MICROMETER,
          TEST_KIT,
          JUNIT,
          STORAGE,
          BACKEND,
          EMBEDDED,
          BENCH,
          CONSOLE,
          COMMAND_LINE);

  /** Those that must give the same answer whenever, wherever and however often they are asked. */
  static final List<Layer> CORE =
      List.of(DOMAIN, PORTS, ENGINE, TRANSFER, AUTHORIZATION, RECOVERY, EVENTS, AUDIT, STATEMENT);

  /** Of those, the ones that may ask the thread whether it is interrupted. */
  static final List<Layer> INTERRUPTIBLE = List.of(ENGINE);

  private Layers() {}
}
