package io.twophase.bench.measure;

import io.twophase.bench.cost.WorkOfTransfer;
import java.math.BigInteger;
import java.util.List;

/**
 * What one competitor came to, in one combination of threads, spread and latency. Each rate and
 * latency is the median of the rounds; commands and writes were counted in a round that was not
 * timed.
 *
 * @param competitor which
 * @param perSecond transfers that happened, per second
 * @param rounds the same, of each round
 * @param commandsPerTransfer commands sent, for one transfer
 * @param writesPerTransfer documents written, for one transfer
 * @param p50 the median latency of a transfer, from asking to the answer, in microseconds
 * @param p99 the latency that one transfer in a hundred exceeds, in microseconds
 * @param p999 the latency that one transfer in a thousand exceeds, in microseconds
 * @param toTutorial how many times the tutorial's transfers per second
 * @param toFloor how many times the floor's transfers per second
 * @param before all balances together before the first round, in minor units
 * @param after all balances together after the last round, in minor units
 * @param findings what is off; empty if all is well
 * @param work what the server had to do for one transfer; counted in a round of its own
 */
public record Figures(
    String competitor,
    double perSecond,
    List<Double> rounds,
    double commandsPerTransfer,
    double writesPerTransfer,
    double p50,
    double p99,
    double p999,
    double toTutorial,
    double toFloor,
    BigInteger before,
    BigInteger after,
    List<String> findings,
    WorkOfTransfer work) {

  /** Whether there is as much money as before. */
  public boolean isConserved() {
    return before.equals(after);
  }
}
