package io.twophase.console.screen;

import io.twophase.console.screen.EventStreams.Feed;
import io.twophase.console.screen.Sample.Part;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a store for all viewers together, on a thread of its own. While somebody has asked within
 * the last ten minutes, it reads one page of one kind every two seconds, in turn. After a reading
 * that took long it rests four times as long: a store that has to look at all records for a page is
 * not kept busy. Nothing is read while nobody watches. Thread-safe.
 */
public final class Sampler {

  /** A page is read once in this time. */
  public static final Duration PERIOD = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final Duration WATCHED = Duration.ofMinutes(10);

  /** A viewer who wants the store as it is waits no longer than so, and sees what there is. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final int REST = 4;

  private final Store store;
  private final InstantSource clock;
  private final Duration period;
  private final List<Reading<?>> parts =
      List.of(
          new Reading<>(
              Sample::withUnfinished,
              () -> records(RecordQuery.unfinished(Duration.ZERO, Sample.MOST_UNFINISHED))),
          new Reading<>(Sample::withOwners, this::owners),
          new Reading<>(
              Sample::withAuthorizations,
              () -> records(RecordQuery.authorized(Sample.MOST_AUTHORIZATIONS))));
  private final Feed<Sample> feed = new Feed<>();

  /** When a reading of all parts was begun last that came to its end. */
  private volatile Instant complete = Instant.MIN;

  private Instant watched = Instant.MIN;

  /** Has a permit if somebody wants the store as it is. */
  private final Semaphore wanted = new Semaphore(0);

  /** The thread that reads; none while nobody watches. */
  private Optional<Thread> reader = Optional.empty();

  /** A part of a sample, and how it is read. */
  private record Reading<T>(
      BiFunction<Sample, UnaryOperator<Part<T>>, Sample> with, Supplier<List<T>> store) {

    Sample read(Sample sample, Instant now) {
      List<T> read = store.get();
      return with.apply(sample, before -> Part.of(now, read));
    }

    Sample failed(Sample sample, String why) {
      return with.apply(sample, before -> before.withFault(why));
    }
  }

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
   * The store as it is: it is read for this call, unless it was read within the last period. If
   * that takes long, then as it was read last; or nothing, if nothing was read yet.
   *
   * @throws StoreException if nothing was read yet, since the store does not answer
   */
  public Sample now() {
    Instant asked = clock.instant();
    long shown = feed.newest().map(Feed.Numbered::number).orElse(0L);
    if (want(asked)) {
      await(asked, shown);
    }
    Sample newest = newest();
    if (!newest.isRead() && newest.fault().isPresent()) {
      throw new StoreException(newest.fault().orElseThrow());
    }
    return newest;
  }

  private boolean want(Instant asked) {
    boolean isOld = isOld(asked);
    if (isOld) {
      wanted.release();
    }
    watch();
    return isOld;
  }

  private boolean isOld(Instant asked) {
    return complete.isBefore(asked.minus(period));
  }

  private void await(Instant asked, long before) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    long shown = before;
    while (isOld(asked) && newest().fault().isEmpty() && System.nanoTime() - until < 0) {
      try {
        Duration left = Duration.ofNanos(until - System.nanoTime());
        shown = feed.next(shown, left).map(Feed.Numbered::number).orElse(shown);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * The store as it was read last, for pages that ask again and again by themselves.
   *
   * @throws StoreException if nothing was read yet, since the store does not answer
   */
  public Sample last() {
    Sample newest = newest();
    if (!newest.isRead()) {
      return now();
    }
    watch();
    return newest;
  }

  private Sample newest() {
    return feed.newest().map(Feed.Numbered::value).orElse(Sample.NONE);
  }

  /**
   * The next sample, as {@link Feed#next} gives it.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public Optional<Feed.Numbered<Sample>> next(long shown, Duration patience)
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
    wanted.release();
  }

  private synchronized void watch() {
    watched = clock.instant();
    if (reader.isEmpty() && !feed.isClosed()) {
      Thread thread = new Thread(this::run, "twophase-console-sampler");
      thread.setDaemon(true);
      thread.start();
      reader = Optional.of(thread);
    }
  }

  private synchronized boolean goesOn() {
    boolean goesOn = !feed.isClosed() && clock.instant().isBefore(watched.plus(WATCHED));
    if (!goesOn) {
      end();
    }
    return goesOn;
  }

  /** Keeps nothing in memory that nobody looks at; after that, another thread may have begun. */
  private synchronized void end() {
    if (reader.equals(Optional.of(Thread.currentThread()))) {
      reader = Optional.empty();
      complete = Instant.MIN;
      feed.publish(Sample.NONE);
    }
  }

  private void run() {
    try {
      for (int turn = 0; goesOn(); turn++) {
        turn(turn);
      }
    } catch (InterruptedException closing) {
      feed.close();
    } finally {
      end();
    }
  }

  private void turn(int turn) throws InterruptedException {
    long begun = System.nanoTime();
    boolean isAll = wanted.drainPermits() > 0;
    Instant now = clock.instant();
    Sample read = read(isAll ? parts : List.of(parts.get(turn % parts.size())), now);
    if (isAll && read.fault().isEmpty()) {
      complete = now;
    }
    feed.publish(read);
    rest(Duration.ofNanos(System.nanoTime() - begun));
  }

  private Sample read(List<Reading<?>> some, Instant now) {
    Sample sample = newest();
    Optional<String> away = Optional.empty();
    for (Reading<?> part : some) {
      try {
        // a store that is away would let each of them wait
        sample = away.isEmpty() ? part.read(sample, now) : part.failed(sample, away.orElseThrow());
      } catch (StoreUnavailableException fault) {
        LOG.debug("the store does not answer the console", fault);
        away = Optional.of(String.valueOf(fault.getMessage()));
        sample = part.failed(sample, away.orElseThrow());
      } catch (RuntimeException fault) {
        LOG.warn("the console could not read the store", fault);
        sample = part.failed(sample, String.valueOf(fault.getMessage()));
      }
    }
    return sample;
  }

  /**
   * Rests after a reading, until it is closed at most; a caller who wants the store as it is ends
   * the rest after a quick one.
   */
  private void rest(Duration took) throws InterruptedException {
    Duration slow = took.multipliedBy(REST);
    long millis = Math.max(slow.toMillis(), period.toMillis());
    if (slow.compareTo(period) > 0 && took.compareTo(PATIENCE) > 0) {
      var unused = feed.next(Long.MAX_VALUE, Duration.ofMillis(millis));
    } else if (wanted.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      wanted.release();
    }
  }

  private List<Lookup> records(RecordQuery query) {
    return store.records().list(query);
  }

  private List<OwnerLookup> owners() {
    return store.owners().silent(Duration.ZERO, OwnerRepository.MAX_SILENT);
  }
}
