package io.twophase.console.screen;

import io.twophase.console.screen.Sample.Part;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a store for all viewers together, when one of them looks. After a reading that took long it
 * rests four times as long: a store that has to look at all records for a page is not kept busy.
 * Thread-safe.
 */
public final class Sampler {

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

  /** A viewer who clicks sees no older reading, unless the store is slow. */
  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Pages that ask by themselves see no older one: on average a page is read in two seconds. */
  private static final Duration POLLED = Duration.ofSeconds(6);

  /** A viewer waits no longer than so for a reading, and sees what there is. */
  private static final long PATIENCE_MILLIS = 500;

  private static final int REST = 4;

  private final Store store;
  private final InstantSource clock;

  private volatile Sample newest = Sample.NONE;

  /** Returns how long the reading that is under way takes, or the last took. */
  private CompletableFuture<Duration> reading = CompletableFuture.completedFuture(Duration.ZERO);

  private Instant begun = Instant.MIN;

  /** A sampler that has read nothing yet. */
  public Sampler(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * The store as it is: it is read for this call, unless it was read a moment ago. If that takes
   * long, then as it was read last; or nothing, if nothing was read yet.
   *
   * @param isPoll whether a page asks by itself, and nobody has clicked
   * @throws StoreException if nothing was read yet, since the store does not answer
   */
  public Sample look(boolean isPoll) {
    var unused =
        reading(isPoll ? POLLED : PERIOD)
            .copy()
            .completeOnTimeout(Duration.ZERO, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .join();
    Sample seen = newest;
    if (!seen.isRead() && seen.fault().isPresent()) {
      throw new StoreException(seen.fault().orElseThrow());
    }
    return seen;
  }

  /** The reading that is under way, or was the last; a new one if that is too old. */
  private synchronized CompletableFuture<Duration> reading(Duration age) {
    Instant now = clock.instant();
    Duration since = Duration.between(begun, now);
    Duration rest = reading.getNow(Duration.ZERO).multipliedBy(REST + 1L);
    boolean isTooEarly = since.compareTo(age) < 0 || since.compareTo(rest) < 0;
    // a clock that is set back keeps nobody from reading
    if (reading.isDone() && (since.isNegative() || !isTooEarly)) {
      begun = now;
      reading =
          CompletableFuture.supplyAsync(() -> read(now), Sampler::start)
              .exceptionally(
                  fault -> {
                    LOG.warn("the console could not read the store", fault);
                    return Duration.ZERO;
                  });
    }
    return reading;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "twophase-console-sampler");
    thread.setDaemon(true);
    thread.start();
  }

  private Duration read(Instant now) {
    long begin = System.nanoTime();
    newest = new Reading(now).after(newest);
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Reads all parts, on a thread of its own. */
  private final class Reading {

    private final Instant now;

    /** Why the store is away: then each other part would wait as long. */
    private Optional<String> away = Optional.empty();

    Reading(Instant now) {
      this.now = now;
    }

    Sample after(Sample before) {
      return before.then(
          part(
              before.unfinished(),
              () -> list(RecordQuery.unfinished(Duration.ZERO, Sample.MOST_UNFINISHED))),
          part(
              before.owners(),
              () -> store.owners().silent(Duration.ZERO, OwnerRepository.MAX_SILENT)),
          part(
              before.authorizations(),
              () -> list(RecordQuery.authorized(Sample.MOST_AUTHORIZATIONS))));
    }

    private List<Lookup> list(RecordQuery query) {
      return store.records().list(query);
    }

    private <T> Part<T> part(Part<T> before, Supplier<List<T>> read) {
      if (away.isPresent()) {
        return before.withFault(away.orElseThrow());
      }
      try {
        return Part.of(now, read.get());
      } catch (RuntimeException fault) {
        String why = String.valueOf(fault.getMessage());
        if (fault instanceof StoreUnavailableException) {
          LOG.debug("the store does not answer the console", fault);
          away = Optional.of(why);
        } else {
          LOG.warn("the console could not read the store", fault);
        }
        return before.withFault(why);
      }
    }
  }
}
