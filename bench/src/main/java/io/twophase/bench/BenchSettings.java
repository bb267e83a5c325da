package io.twophase.bench;

import io.twophase.bench.BenchSettings.AccountSpread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a measurement: every combination of threads, spread and latency.
 *
 * @param threads how many threads ask at the same time
 * @param spreads over which accounts
 * @param latencies what is added to each round trip, half of it each way; zero is none
 * @param majorityLatency what is added to each command that is answered after a majority of the
 *     members has it; zero is nothing
 * @param rounds how many rounds of each competitor count, after two that do not
 * @param round how long a round lasts
 * @param batch how many transfers a batch carries, where there are batches
 * @param seed of the random choice of transfers: the same seed gives the same transfers
 * @param cellLimit how long one combination may take: no further round of it begins then
 */
public record BenchSettings(
    List<Integer> threads,
    List<AccountSpread> spreads,
    List<Duration> latencies,
    Duration majorityLatency,
    int rounds,
    Duration round,
    int batch,
    long seed,
    Duration cellLimit) {

  /** Copies the lists. */
  public BenchSettings {
    threads = List.copyOf(threads);
    spreads = List.copyOf(spreads);
    latencies = List.copyOf(latencies);
  }

  /**
   * Over how many accounts transfers are spread, uniformly.
   *
   * @param name as it is asked for and shown
   * @param accounts at least two
   */
  public record AccountSpread(String name, int accounts) {

    private static final AccountSpread HOT = new AccountSpread("hot", 2);
    private static final int MOST = 10_000_000;

    /** Reads a number of accounts from 2 to 10,000,000, or {@code hot}, which is two. */
    public static Optional<AccountSpread> parse(String text) {
      return text.equals(HOT.name)
          ? Optional.of(HOT)
          : Optional.of(text)
              .filter(number -> number.matches("[0-9]{1,8}"))
              .map(number -> new AccountSpread(number, Integer.parseInt(number)))
              .filter(spread -> spread.accounts >= 2 && spread.accounts <= MOST);
    }
  }
}
