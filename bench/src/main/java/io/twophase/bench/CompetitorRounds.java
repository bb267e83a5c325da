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
  private final List<CommandListener> latency;
  private final Workload workload;
  private final Ledger ledger;
  private final MongoClient client;
  private final Competitor competitor;
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
    this.latency = latency;
    this.workload = workload;
    this.ledger = databases.fresh(batch);
    this.client = databases.connect(latency);
    try (Competitor opening = kind.opening().apply(ledger)) {
      opening.open(workload.accounts(), BALANCE);
    }
    this.competitor = kind.opening().apply(ledger.by(client));
    this.before = ledger.balances();
  }

  String name() {
    return kind.name();
  }

  /**
   * A round of which only what goes over the wire counts. The commands that a client sends once,
   * with its first transfers, do not.
   */
  void count(Meter meter, Duration length, long seed) {
    WireCounter counter = new WireCounter();
    try (MongoClient heard =
            databases.connect(Stream.concat(Stream.of(counter), latency.stream()).toList());
        Competitor counted = kind.opening().apply(ledger.by(heard))) {
      untimed.add(round(counted, meter, Duration.ZERO, seed));
      WireCounter.Count first = counter.count();
      untimed.add(round(counted, meter, length, seed));
      counts = counter.count().since(first);
    }
  }

  /** A round of which the time counts. */
  void time(Meter meter, Duration length, long seed) {
    timed.add(round(competitor, meter, length, seed));
  }

  /** A round, for which there are orders for twice as many transfers as in the largest so far. */
  private Measured round(Competitor asked, Meter meter, Duration length, long seed) {
    ledger.orders().prepare(2 * all().mapToLong(Measured::asked).max().orElse(0));
    return meter.round(asked, workload, length, seed);
  }

  private Stream<Measured> all() {
    return Stream.concat(untimed.stream(), timed.stream());
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
    BigInteger after = ledger.balances();
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
    Measured.missing(all().toList()).ifPresent(findings::add);
    findings.addAll(ledger.orders().findings());
    try (Competitor audited = kind.opening().apply(ledger)) {
      findings.addAll(audited.findings());
    }
    return findings;
  }

  /**
   * Closes it before its database is dropped: a host that has run a transaction shows that it is
   * alive, which would make the database anew.
   */
  @Override
  public void close() {
    competitor.close();
    client.close();
    ledger.database().drop();
  }
}
