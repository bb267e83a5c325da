package io.twophase.bench;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.BenchReport.Wire;
import io.twophase.bench.Meter.Measured;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Ledger;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rounds of one competitor in one combination: it has a database and clients of its own, and
 * keeps what its rounds came to.
 */
final class CompetitorRounds implements AutoCloseable {

  /** Enough for every round: nothing is ever refused. In minor units. */
  static final long BALANCE = 1_000_000_000_000L;

  private final CompetitorKind kind;
  private final BenchDatabases databases;
  private final String database;
  private final Workload workload;
  private final WireCounter counter = new WireCounter(Ledger::isPreparation);
  private final MongoClient client;
  private final MongoClient countedClient;
  private final Competitor competitor;
  private final Competitor counted;
  private final BigInteger before;
  private final List<Measured> timed = new ArrayList<>();
  private final List<Measured> untimed = new ArrayList<>();
  private WireCounter.Count counts = WireCounter.Count.NONE;

  /**
   * Opens its accounts.
   *
   * @param latency what makes commands take longer
   */
  CompetitorRounds(
      CompetitorKind kind,
      BenchDatabases databases,
      List<CommandListener> latency,
      Workload workload,
      int batch) {
    this.kind = kind;
    this.databases = databases;
    this.workload = workload;
    this.client = databases.connect(latency);
    this.countedClient =
        databases.connect(Stream.concat(Stream.of(counter), latency.stream()).toList());
    this.database = databases.fresh();
    try (Competitor opening = unheard(batch)) {
      opening.open(workload.accounts(), BALANCE);
    }
    this.competitor = opened(client, batch, "t");
    this.counted = opened(countedClient, batch, "counted-");
    this.before = databases.balances(database);
  }

  String name() {
    return kind.name();
  }

  /**
   * A round of which only what goes over the wire counts. What a client does once, with its first
   * transfers, does not.
   */
  void count(Meter meter, Duration length, long seed) {
    counted.prepare(expected());
    untimed.add(meter.round(counted, workload, Duration.ZERO, seed));
    WireCounter.Count first = counter.count();
    untimed.add(meter.round(counted, workload, length, seed));
    counts = counter.count().since(first);
  }

  /** A round of which the time counts. */
  void time(Meter meter, Duration length, long seed) {
    competitor.prepare(expected());
    timed.add(meter.round(competitor, workload, length, seed));
  }

  private Stream<Measured> all() {
    return Stream.concat(untimed.stream(), timed.stream());
  }

  /** Twice as many as in the largest round so far. */
  private long expected() {
    return 2 * all().mapToLong(Measured::asked).max().orElse(competitor.batch());
  }

  /** Returns whether there is a round of which the time counts. */
  boolean isTimed() {
    return !timed.isEmpty();
  }

  double perSecond() {
    return Measured.median(timed, Measured::perSecond);
  }

  /** Returns what it has come to. Checks the books. */
  Figures figures(double tutorial, double floor) {
    BigInteger after = databases.balances(database);
    double transfers = untimed.get(1).asked();
    return new Figures(
        name(),
        perSecond(),
        timed.stream().map(Measured::perSecond).toList(),
        new Wire(
            counts.commands() / transfers,
            counts.majorityWaits() / transfers,
            counts.writes() / transfers,
            counts.bytes() / transfers),
        latency(50),
        latency(99),
        latency(99.9),
        perSecond() / tutorial,
        perSecond() / floor,
        before,
        after,
        findings(after));
  }

  private double latency(double percentile) {
    return Measured.median(timed, round -> round.latency().getValueAtPercentile(percentile));
  }

  private List<String> findings(BigInteger after) {
    List<String> findings = new ArrayList<>(Ledger.difference(before, after).stream().toList());
    long missing = all().mapToLong(round -> round.asked() - round.applied()).sum();
    if (missing > 0) {
      findings.add(missing + " transfers did not happen");
    }
    try (Competitor audited = unheard(1)) {
      findings.addAll(audited.findings());
    }
    return findings;
  }

  /**
   * Opens one to whose commands nobody listens. It must be closed before its database is dropped: a
   * host that has run a transaction shows that it is alive, which would make the database anew.
   */
  private Competitor unheard(int batch) {
    return opened(databases.client(), batch, "none-");
  }

  private Competitor opened(MongoClient by, int batch, String ids) {
    return kind.opening().apply(new Ledger(by, database, batch, ids));
  }

  @Override
  public void close() {
    competitor.close();
    counted.close();
    client.close();
    countedClient.close();
    databases.drop(database);
  }
}
