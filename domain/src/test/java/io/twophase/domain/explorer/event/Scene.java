package io.twophase.domain.explorer.event;

/** What is explored: two passes and no consumer, until told otherwise. */
final class Scene {

  /** So many transactions are decided; the second begins after the first is answered. */
  final int records;

  int passes = 2;

  /** How often each pass may begin. */
  int runs = 2;

  /** Instances of the one consumer. */
  int consumers;

  /** How often a server may fail and forget what no majority has. */
  int failovers;

  /** How many inserts may end in the middle, or arrive after their sender has given up. */
  int cuts;

  /** How often a pass or a consumer may die and begin anew. */
  int crashes;

  /** How often numbers may be trimmed; where they may, records may be removed. */
  int trims;

  /** Whether the numbers are on several servers, which fail by themselves. */
  boolean sharded;

  Flaw flaw = Flaw.NONE;

  private Scene(int records) {
    this.records = records;
  }

  static Scene of(int records) {
    return new Scene(records);
  }

  Scene passes(int count, int times) {
    passes = count;
    runs = times;
    return this;
  }

  Scene consumers(int count) {
    consumers = count;
    return this;
  }

  Scene faults(int ofServers, int ofInserts, int ofProcesses) {
    failovers = ofServers;
    cuts = ofInserts;
    crashes = ofProcesses;
    return this;
  }

  Scene onShards() {
    sharded = true;
    return this;
  }

  Scene trims(int times) {
    trims = times;
    return this;
  }

  Scene with(Flaw other) {
    flaw = other;
    return this;
  }

  boolean lacks(Flaw one) {
    return flaw == one;
  }
}
