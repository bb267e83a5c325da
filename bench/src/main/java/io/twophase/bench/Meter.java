package io.twophase.bench;

import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Lets some threads ask a competitor for transfers, each again as soon as it has its answer. */
public final class Meter implements AutoCloseable {

  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
  private static final int DIGITS = 3;

  private final ExecutorService threads;
  private final int number;
  private final BenchListener listener;

  public Meter(int number, BenchListener listener) {
    this.threads = Executors.newFixedThreadPool(number);
    this.number = number;
    this.listener = listener;
  }

  /**
   * One round. Every thread makes at least one call, and the last call of each is finished.
   *
   * @throws BenchStoppedException if the bench is to end
   */
  public Measured round(Competitor competitor, Workload workload, Duration length, long seed) {
    Histogram latency = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);
    AtomicLong asked = new AtomicLong();
    AtomicLong applied = new AtomicLong();
    SplittableRandom seeds = new SplittableRandom(seed);
    long start = System.nanoTime();
    long end = start + length.toNanos();
    CompletableFuture<?>[] work = new CompletableFuture<?>[number];
    for (int thread = 0; thread < number; thread++) {
      SplittableRandom random = seeds.split();
      work[thread] =
          CompletableFuture.runAsync(
              () -> {
                do {
                  List<BenchTransfer> transfers =
                      Stream.generate(() -> workload.next(random))
                          .limit(competitor.batch())
                          .toList();
                  applied.addAndGet(
                      competitor.run(transfers, (nanos, n) -> record(latency, nanos, n)));
                  asked.addAndGet(transfers.size());
                } while (System.nanoTime() < end && !listener.isStopped());
              },
              threads);
    }
    try {
      CompletableFuture.allOf(work).join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException fault ? fault : failed;
    }
    competitor.finish();
    listener.goOn();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Measured(asked.get(), applied.get(), seconds, latency);
  }

  private static void record(Histogram latency, long nanos, int transfers) {
    latency.recordValueWithCount(
        Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos)), transfers);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /**
   * The figures of one round.
   *
   * @param asked transfers asked for
   * @param applied transfers that happened
   * @param seconds how long it lasted
   * @param latency of each transfer, in microseconds
   */
  record Measured(long asked, long applied, double seconds, Histogram latency) {

    public double perSecond() {
      return applied / seconds;
    }

    /** Says how many of the transfers of some rounds did not happen, if any did not. */
    public static Optional<String> missing(List<Measured> rounds) {
      long missing = rounds.stream().mapToLong(round -> round.asked - round.applied).sum();
      return Optional.of(missing + " transfers did not happen").filter(told -> missing > 0);
    }

    /**
     * The median of a figure of some rounds: the middle one, or the mean of the two middle ones.
     */
    public static double median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
      double[] figures = rounds.stream().mapToDouble(figure).sorted().toArray();
      int middle = figures.length / 2;
      return figures.length % 2 == 1
          ? figures[middle]
          : (figures[middle - 1] + figures[middle]) / 2;
    }
  }
}
