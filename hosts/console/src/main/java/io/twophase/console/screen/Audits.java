package io.twophase.console.screen;

import io.twophase.app.audit.AuditProgress;
import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.audit.AuditReport;
import io.twophase.console.screen.EventStreams.Feed;
import io.twophase.domain.Eithers;
import io.vavr.control.Either;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audits of one console, one at a time. An audit goes on if whoever started it looks elsewhere.
 * Thread-safe.
 */
public final class Audits {

  private static final Logger LOG = LoggerFactory.getLogger(Audits.class);

  private final Function<AuditWatch, Optional<AuditReport>> audit;
  private final InstantSource clock;
  private final Feed<Seen> feed = new Feed<>();

  /** The operator who wants the audit to stop that is under way. */
  private volatile Optional<String> stops = Optional.empty();

  /**
   * The audit that runs, and the one that has ended last.
   *
   * @param running none if there is no audit under way
   * @param last none if this console has seen none to its end
   */
  public record Seen(Optional<Running> running, Optional<Ended> last) {}

  /**
   * An audit that is under way.
   *
   * @param by who has started it
   * @param progress how far it is; none before it has read anything
   */
  public record Running(Instant begunAt, String by, Optional<AuditProgress> progress) {}

  /**
   * An audit that has ended.
   *
   * @param result what it reports, or why it has failed or was stopped
   */
  public record Ended(Running begun, Instant endedAt, Either<String, AuditReport> result) {}

  /** Audits that {@code audit} makes, which gives none if its watch has ended it. */
  public Audits(Function<AuditWatch, Optional<AuditReport>> audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
    feed.publish(new Seen(Optional.empty(), Optional.empty()));
  }

  /** Returns what is there to see, as it changes. */
  public Feed<Seen> feed() {
    return feed;
  }

  /** The audit that runs, and the last one. */
  public Seen seen() {
    return feed.newest().orElseThrow().value();
  }

  /**
   * Starts an audit.
   *
   * @param by who asks for it
   * @return whether it is started: not while another is under way
   */
  public synchronized boolean start(String by) {
    if (seen().running().isPresent() || feed.isClosed()) {
      return false;
    }
    stops = Optional.empty();
    Running running = new Running(clock.instant(), by, Optional.empty());
    Thread thread = new Thread(() -> run(running), "twophase-console-audit");
    thread.setDaemon(true);
    thread.start();
    feed.publish(new Seen(Optional.of(running), seen().last()));
    return true;
  }

  /** Has the audit that is under way stop soon, if there is one. */
  public void stop(String by) {
    stops = Optional.of(by);
  }

  private void run(Running begun) {
    Either<String, AuditReport> result = Either.left("it broke off; the log may tell why");
    try {
      result = result(begun);
    } finally {
      end(new Ended(begun, clock.instant(), result));
    }
  }

  /** Waits until the audit was shown as begun. */
  private synchronized void end(Ended ended) {
    feed.publish(new Seen(Optional.empty(), Optional.of(ended)));
  }

  private Either<String, AuditReport> result(Running begun) {
    try {
      return Eithers.<String, AuditReport>of(
          audit.apply(progress -> goesOn(begun, progress)),
          () -> stops.map(by -> by + " has stopped it").orElse("it was stopped"));
    } catch (RuntimeException fault) {
      LOG.warn("an audit of the console has failed", fault);
      return Either.left(String.valueOf(fault.getMessage()));
    }
  }

  /** Waits until the audit was shown as begun: that would hide how far it is. */
  private synchronized boolean goesOn(Running begun, AuditProgress progress) {
    Running running = new Running(begun.begunAt(), begun.by(), Optional.of(progress));
    feed.publish(new Seen(Optional.of(running), seen().last()));
    return stops.isEmpty() && !feed.isClosed();
  }

  /** Ends the streams, and the audit that is under way. */
  public void close() {
    feed.close();
  }
}
