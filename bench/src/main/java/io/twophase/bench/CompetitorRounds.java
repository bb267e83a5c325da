package io.twophase.bench;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.cost.Work;
import io.twophase.bench.cost.WorkCounter;
import io.twophase.bench.measure.CommandCounter;
import io.twophase.bench.measure.Figures;
import io.twophase.bench.measure.Measured;
import io.twophase.bench.measure.Medians;
import io.twophase.bench.measure.Meter;
import io.twophase.bench.measure.Workload;
import io.twophase.bench.server.BenchDatabases;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What one competitor does in one combination: it has a database and clients of its own, and keeps
 * what its rounds came to.
 */
public final class CompetitorRounds implements AutoCloseable {

  /** Enough for every round: nothing is ever refused. In minor units. */
  public static final long BALANCE = 1_000_000_000_000L;

  private final CompetitorKind kind;
  private final BenchDatabases databases;
  private final String database;
  private final Workload workload;
  private final MongoClient client;
  private final CommandCounter counter = new CommandCounter(Ledger::isPreparation);
  private final MongoClient countedClient;
  private final Competitor competitor;
  private final Competitor counted;
  private final BigInteger before;
  private final WorkCounter workCounter;
  private final MongoClient weighedClient;
  private final Competitor weighed;
  private final List<Measured> timed = new ArrayList<>();
  private final List<Measured> untimed = new ArrayList<>();
  private CommandCounter.Count counts = new CommandCounter.Count(0, 0);
  private long countedTransfers;
  private Work work = Work.NONE;
  private long weighedTransfers;

  /**
   * Opens its accounts.
   *
   * @param connecting makes a client that is listened to
   */
  CompetitorRounds(
      CompetitorKind kind,
      BenchDatabases databases,
      Function<List<CommandListener>, MongoClient> connecting,
      Workload workload,
      int batch) {
    this.kind = kind;
    this.databases = databases;
    this.client = connecting.apply(List.of());
    this.countedClient = connecting.apply(List.of(counter));
    this.workload = workload;
    this.database = databases.fresh();
    kind.opening()
        .open(databases.client(), database, batch, "none-")
        .open(workload.accounts(), BALANCE);
    this.competitor = kind.opening().open(client, database, batch, "t");
    this.counted = kind.opening().open(countedClient, database, batch, "counted-");
    this.workCounter = new WorkCounter(databases.client(), Ledger::isPreparation);
    this.weighedClient = connecting.apply(List.of(workCounter));
    this.weighed = kind.opening().open(weighedClient, database, batch, "weighed-");
    this.before = databases.balances(database);
  }

  String name() {
    return kind.name();
  }

  /** A round of which the commands and writes count, and not the time. */
  void count(Meter meter, Duration length, long seed) {
    counted.prepare(expected());
    CommandCounter.Count before = counter.count();
    Measured round = meter.round(counted, workload, length, seed);
    untimed.add(round);
    counts = counter.count().since(before);
    countedTransfers = round.asked();
  }

  /**
   * A round of which only the work counts that it makes for the server. What a client does once,
   * with its first transfers, does not.
   */
  void weigh(Meter meter, Duration length, long seed) {
    weighed.prepare(expected());
    untimed.add(meter.round(weighed, workload, Duration.ZERO, seed));
    Work before = workCounter.work();
    Measured round = meter.round(weighed, workload, length, seed);
    untimed.add(round);
    work = workCounter.work().since(before);
    weighedTransfers = round.asked();
  }

  /** A round of which the time counts. */
  void time(Meter meter, Duration length, long seed) {
    competitor.prepare(expected());
    timed.add(meter.round(competitor, workload, length, seed));
  }

  /** Twice as many as in the largest round so far. */
  private long expected() {
    return 2
        * Stream.concat(untimed.stream(), timed.stream())
            .mapToLong(Measured::asked)
            .max()
            .orElse(competitor.batch());
  }

  /** Whether there is a round of which the time counts. */
  boolean isTimed() {
    return !timed.isEmpty();
  }

  double perSecond() {
    return Medians.of(timed, Measured::perSecond);
  }

  /** What it has come to. Checks the books. */
  Figures figures(double tutorial, double floor) {
    BigInteger after = databases.balances(database);
    return new Figures(
        name(),
        perSecond(),
        timed.stream().map(Measured::perSecond).toList(),
        perTransfer(counts.commands()),
        perTransfer(counts.writes()),
        Medians.of(timed, Measured::p50),
        Medians.of(timed, Measured::p99),
        Medians.of(timed, Measured::p999),
        perSecond() / tutorial,
        perSecond() / floor,
        before,
        after,
        findings(after),
        work.over(weighedTransfers));
  }

  private double perTransfer(long counts) {
    return (double) counts / countedTransfers;
  }

  private List<String> findings(BigInteger after) {
    List<String> findings = new ArrayList<>();
    if (!after.equals(before)) {
      findings.add(
          "all balances together were " + before + " and are " + after + ", in minor units");
    }
    long missing =
        Stream.concat(untimed.stream(), timed.stream())
            .mapToLong(round -> round.asked() - round.applied())
            .sum();
    if (missing > 0) {
      findings.add(missing + " transfers did not happen");
    }
    findings.addAll(kind.opening().open(databases.client(), database, 1, "none-").findings());
    return findings;
  }

  @Override
  public void close() {
    competitor.close();
    counted.close();
    weighed.close();
    client.close();
    countedClient.close();
    weighedClient.close();
    databases.drop(database);
  }
}
