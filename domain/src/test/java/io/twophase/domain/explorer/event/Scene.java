package io.twophase.domain.explorer.event;

/**
 * What is explored.
 *
 * @param records how many transactions are decided; the second begins after the first is answered
 * @param passes how many passes there are
 * @param runs how often each pass may begin
 * @param consumers how many instances of the one consumer there are
 * @param failovers how often a server may fail and forget what no majority has
 * @param cuts how many inserts may end in the middle, or arrive after their sender has given up
 * @param crashes how often a pass or a consumer may die and begin anew
 * @param trims how often numbers may be trimmed; where they may, records may be removed
 * @param sharded whether the numbers are on several servers, which fail by themselves
 * @param flaw the rule that is left out
 */
record Scene(
    int records,
    int passes,
    int runs,
    int consumers,
    int failovers,
    int cuts,
    int crashes,
    int trims,
    boolean sharded,
    Flaw flaw) {

  /** Two deciders, two passes, a consumer. */
  static Scene of(int records) {
    return new Scene(records, 2, 2, 0, 0, 0, 0, 0, false, Flaw.NONE);
  }

  Scene passes(int count, int times) {
    return new Scene(
        records, count, times, consumers, failovers, cuts, crashes, trims, sharded, flaw);
  }

  Scene consumers(int count) {
    return new Scene(records, passes, runs, count, failovers, cuts, crashes, trims, sharded, flaw);
  }

  Scene faults(int ofServers, int ofInserts, int ofProcesses) {
    return new Scene(
        records, passes, runs, consumers, ofServers, ofInserts, ofProcesses, trims, sharded, flaw);
  }

  Scene onShards() {
    return new Scene(records, passes, runs, consumers, failovers, cuts, crashes, trims, true, flaw);
  }

  Scene trims(int times) {
    return new Scene(
        records, passes, runs, consumers, failovers, cuts, crashes, times, sharded, flaw);
  }

  Scene with(Flaw other) {
    return new Scene(
        records, passes, runs, consumers, failovers, cuts, crashes, trims, sharded, other);
  }
}
