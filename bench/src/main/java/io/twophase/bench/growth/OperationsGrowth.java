package io.twophase.bench.growth;

import com.mongodb.client.MongoClient;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.CommandCounter;
import io.twophase.bench.measure.Measured;
import io.twophase.bench.measure.Medians;
import io.twophase.bench.measure.Meter;
import io.twophase.bench.measure.Workload;
import io.twophase.bench.server.BenchDatabases;
import io.twophase.bench.server.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operation costs, as a transaction has more of them: its time, and its share of the
 * commands. By one thread, one transaction at a time, each size on a database of its own.
 */
final class OperationsGrowth {

  /** How many operations a transaction has. */
  static final List<Integer> SIZES = List.of(2, 4, 8, 16, 64);

  static final String TIME = "operations";
  static final String COMMANDS = "operation-commands";

  private static final String GROWN = "operations in a transaction";
  private static final double MICROS = 1e6;

  private final BenchDatabases databases;
  private final Target target;
  private final GrowthSettings settings;
  private final BenchListener listener;
  private final List<String> findings;

  /**
   * On databases of its own.
   *
   * @param findings to which what is off is added
   */
  OperationsGrowth(
      BenchDatabases databases,
      Target target,
      GrowthSettings settings,
      BenchListener listener,
      List<String> findings) {
    this.databases = databases;
    this.target = target;
    this.settings = settings;
    this.listener = listener;
    this.findings = findings;
  }

  /** Both series. */
  List<Series> series() {
    List<Series.Point> time = new ArrayList<>();
    List<Series.Point> commands = new ArrayList<>();
    for (int size : SIZES) {
      listener.goOn();
      String database = databases.fresh();
      try (ManyOperations opened =
          new ManyOperations(databases.client(), database, size, "opening-")) {
        opened.open(ManyOperations.DOCUMENTS, 0);
        Measured counted = counted(database, size, commands);
        List<Measured> timed = timed(database, size);
        double perSecond = Medians.of(timed, Measured::perSecond);
        time.add(new Series.Point(size, MICROS / (perSecond * size)));
        long applied = counted.applied() + timed.stream().mapToLong(Measured::applied).sum();
        findings.addAll(opened.findings(applied));
        findings.addAll(opened.findings());
      }
      databases.drop(database);
    }
    return List.of(
        new Series(TIME, GROWN, "microseconds for each operation", time),
        new Series(COMMANDS, GROWN, "commands for each operation", commands));
  }

  /** A round of which the commands count, and not the time. */
  private Measured counted(String database, int size, List<Series.Point> commands) {
    CommandCounter counter = new CommandCounter();
    try (MongoClient client = target.connect(List.of(counter));
        ManyOperations counted = new ManyOperations(client, database, size, "counted-");
        Meter meter = new Meter(1, listener)) {
      // what a process does but once is no part of it
      long applied = round(meter, counted, Duration.ZERO, 0).applied();
      CommandCounter.Count before = counter.count();
      Measured measured = round(meter, counted, settings.round(), 0);
      long sent = counter.count().since(before).commands();
      commands.add(new Series.Point(size, (double) sent / (measured.asked() * size)));
      listener.round();
      return new Measured(
          measured.asked(), measured.applied() + applied, measured.seconds(), 0, 0, 0);
    }
  }

  private List<Measured> timed(String database, int size) {
    List<Measured> timed = new ArrayList<>();
    try (MongoClient client = target.connect();
        ManyOperations competitor = new ManyOperations(client, database, size, "timed-");
        Meter meter = new Meter(1, listener)) {
      for (int round = 1; round <= settings.rounds(); round++) {
        timed.add(round(meter, competitor, settings.round(), round));
        listener.round();
      }
    }
    return timed;
  }

  private Measured round(Meter meter, ManyOperations competitor, Duration length, int round) {
    Workload workload = Workload.uniform(ManyOperations.DOCUMENTS);
    return meter.round(competitor, workload, length, settings.seed() + round);
  }
}
