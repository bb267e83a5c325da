package io.twophase.console.live;

import io.twophase.ports.OwnerRepository;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a store for all viewers together. While somebody has asked within the last ten minutes, a
 * thread of its own reads one page of one kind every two seconds, in turn. Nothing is read while
 * nobody watches. Thread-safe.
 */
public final class Sampler {

  /** A page is read once in this time. */
  public static final Duration PERIOD = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final Duration WATCHED = Duration.ofMinutes(10);

  private final Store store;
  private final InstantSource clock;
  private final Duration period;
  private final List<BiFunction<Sample, Instant, Sample>> parts =
      List.of(this::unfinished, this::owners, this::authorizations);
  private final Feed<Sample> feed = new Feed<>();

  /** Held while the store is read: by one thread at a time. */
  private final ReentrantLock reading = new ReentrantLock();

  /** When all parts were read together. */
  private Instant complete = Instant.MIN;

  private Instant watched = Instant.MIN;
  private boolean isRunning;

  /**
   * A sampler that has read nothing yet.
   *
   * @param period between two pages, {@link #PERIOD} but in tests
   */
  public Sampler(Store store, InstantSource clock, Duration period) {
    this.store = store;
    this.clock = clock;
    this.period = period;
  }

  /**
   * The store as it is: it is read for this call, unless another call has read it within the last
   * period.
   *
   * @throws StoreException if the store does not answer
   */
  public Sample now() {
    reading.lock();
    try {
      Instant now = clock.instant();
      if (complete.isBefore(now.minus(period))) {
        Sample sample = newest();
        for (BiFunction<Sample, Instant, Sample> part : parts) {
          sample = part.apply(sample, now);
        }
        feed.publish(sample);
        complete = now;
      }
    } finally {
      reading.unlock();
    }
    watch();
    return newest();
  }

  /**
   * The store as it was read last, for pages that ask again and again by themselves.
   *
   * @throws StoreException if it was not read lately, and does not answer
   */
  public Sample last() {
    Sample newest = newest();
    if (newest == Sample.NONE || !isRunning()) {
      return now();
    }
    watch();
    return newest;
  }

  private Sample newest() {
    return feed.newest().map(Feed.Numbered::value).getOrElse(Sample.NONE);
  }

  /**
   * The next sample, as {@link Feed#next} gives it, for those whom {@link #last} has shown one.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public Option<Feed.Numbered<Sample>> next(long shown, Duration patience)
      throws InterruptedException {
    watch();
    return feed.next(shown, patience);
  }

  /** All samples. */
  public Feed<Sample> feed() {
    return feed;
  }

  /** Nothing is read any more. */
  public void close() {
    feed.close();
  }

  private synchronized boolean isRunning() {
    return isRunning;
  }

  private synchronized void watch() {
    watched = clock.instant();
    if (!isRunning && !feed.isClosed()) {
      isRunning = true;
      Thread thread = new Thread(this::run, "twophase-console-sampler");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private synchronized boolean goesOn() {
    isRunning = !feed.isClosed() && clock.instant().isBefore(watched.plus(WATCHED));
    return isRunning;
  }

  private void run() {
    pause();
    for (int turn = 0; goesOn(); turn++) {
      readOne(parts.get(turn % parts.size()));
      pause();
    }
  }

  private void readOne(BiFunction<Sample, Instant, Sample> part) {
    reading.lock();
    try {
      feed.publish(part.apply(newest(), clock.instant()));
    } catch (StoreException fault) {
      LOG.debug("the store does not answer the console", fault);
      feed.publish(newest().withFault(fault));
    } finally {
      reading.unlock();
    }
  }

  /** Closing the feed ends the pause at once. */
  private void pause() {
    try {
      feed.next(Long.MAX_VALUE, period);
    } catch (InterruptedException closing) {
      feed.close();
    }
  }

  private Sample unfinished(Sample sample, Instant now) {
    return sample.withUnfinished(
        now, store.records().list(RecordQuery.unfinished(Duration.ZERO, Sample.MOST_UNFINISHED)));
  }

  private Sample owners(Sample sample, Instant now) {
    return sample.withOwners(now, store.owners().silent(Duration.ZERO, OwnerRepository.MAX_SILENT));
  }

  private Sample authorizations(Sample sample, Instant now) {
    return sample.withAuthorizations(
        now, store.records().list(RecordQuery.authorized(Sample.MOST_AUTHORIZATIONS)));
  }
}
