package io.twophase.app.bench;

import com.mongodb.client.MongoClient;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A side in a combination: with its client, its database, and what it has come to so far. */
final class Entrant implements AutoCloseable {

  /** Enough for every round: nothing is ever refused. In minor units. */
  static final long BALANCE = 1_000_000_000_000L;

  private final Contestant contestant;
  private final Playground playground;
  private final String database;
  private final MongoClient client;
  private final CommandCounter counter;
  private final Side side;
  private final BigInteger before;
  private final List<Measured> rounds = new ArrayList<>();

  Entrant(
      Contestant contestant,
      Playground playground,
      MongoClient client,
      CommandCounter counter,
      Workload workload,
      int batch) {
    this.contestant = contestant;
    this.playground = playground;
    this.client = client;
    this.counter = counter;
    this.database = playground.fresh();
    contestant
        .opening()
        .open(playground.client(), database, batch)
        .open(workload.accounts(), BALANCE);
    this.side = contestant.opening().open(client, database, batch);
    this.before = playground.balances(database);
  }

  String name() {
    return contestant.name();
  }

  Side side() {
    return side;
  }

  CommandCounter counter() {
    return counter;
  }

  void add(Measured measured) {
    rounds.add(measured);
  }

  double perSecond() {
    return Medians.of(rounds, Measured::perSecond);
  }

  /** What it has come to. Checks the books. */
  Figures figures(double tutorial, double floor) {
    BigInteger after = playground.balances(database);
    return new Figures(
        name(),
        perSecond(),
        rounds.stream().map(Measured::perSecond).toList(),
        Medians.of(rounds, Measured::commandsPerTransfer),
        Medians.of(rounds, Measured::writesPerTransfer),
        Medians.of(rounds, Measured::p50),
        Medians.of(rounds, Measured::p99),
        Medians.of(rounds, Measured::p999),
        perSecond() / tutorial,
        perSecond() / floor,
        before,
        after,
        findings(after));
  }

  private List<String> findings(BigInteger after) {
    List<String> findings = new ArrayList<>();
    if (!after.equals(before)) {
      findings.add(
          "all balances together were " + before + " and are " + after + ", in minor units");
    }
    long missing = rounds.stream().mapToLong(round -> round.asked() - round.applied()).sum();
    if (missing > 0) {
      findings.add(missing + " transfers did not happen");
    }
    findings.addAll(contestant.opening().open(playground.client(), database, 1).findings());
    return findings;
  }

  @Override
  public void close() {
    side.close();
    client.close();
    playground.drop(database);
  }
}
