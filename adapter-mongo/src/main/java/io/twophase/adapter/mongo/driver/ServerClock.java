package io.twophase.adapter.mongo.driver;

import com.mongodb.client.MongoDatabase;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The server's clock, as well as it is known here: this process's, moved by an offset that is
 * measured when the store is opened and at most once a minute after that. It may be late by what an
 * answer takes, and is not ahead: so a record that is stamped by it is not younger than its next
 * change, which the server stamps, and nothing counts as stuck too early. No decision depends on
 * it.
 */
public final class ServerClock {

  private static final Duration MEASURED_FOR = Duration.ofMinutes(1);

  private final InstantSource client;
  private final Supplier<Optional<Instant>> server;
  private final ReentrantLock measuring = new ReentrantLock();
  private volatile Estimate estimate;

  private record Estimate(Duration offset, Instant measuredAt) {}

  /** Measures at once. */
  public ServerClock(InstantSource client, Supplier<Optional<Instant>> server) {
    this.client = client;
    this.server = server;
    this.estimate = new Estimate(Duration.ZERO, client.instant());
    measure();
  }

  /** The clock of the server of {@code database}, which asks it by {@code hello}. */
  public static ServerClock of(MongoDatabase database, DriverErrors errors, InstantSource client) {
    return new ServerClock(client, () -> localTime(database, errors));
  }

  /** The server's time, to the millisecond that a stored date has. */
  public Instant now() {
    Instant here = client.instant();
    Instant measuredAt = estimate.measuredAt();
    boolean stale = here.isBefore(measuredAt) || !here.isBefore(measuredAt.plus(MEASURED_FOR));
    if (stale && measuring.tryLock()) {
      try {
        measure();
      } finally {
        measuring.unlock();
      }
    }
    return client.instant().plus(estimate.offset()).truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns how long ago {@code instant} was; zero if it is yet to come. */
  public Duration since(Instant instant) {
    Duration since = Duration.between(instant, now());
    return since.isNegative() ? Duration.ZERO : since;
  }

  private void measure() {
    Optional<Instant> there = server.get();
    // the server told its time before it was heard here
    Instant answered = client.instant();
    Duration offset = there.map(time -> Duration.between(answered, time)).orElse(estimate.offset());
    estimate = new Estimate(offset, answered);
  }

  private static Optional<Instant> localTime(MongoDatabase database, DriverErrors errors) {
    try {
      return Hello.ask(database, errors).localTime();
    } catch (StoreException unknown) {
      return Optional.empty();
    }
  }
}
