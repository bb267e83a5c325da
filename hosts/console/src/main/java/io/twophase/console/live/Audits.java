package io.twophase.console.live;

import io.twophase.app.audit.AuditReport;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audits of one console, one at a time. An audit goes on if whoever started it looks elsewhere.
 * Thread-safe.
 */
public final class Audits {

  private static final Logger LOG = LoggerFactory.getLogger(Audits.class);

  private final Supplier<AuditReport> audit;
  private final InstantSource clock;
  private final Feed<Seen> feed = new Feed<>();

  /**
   * The audit that runs, and the one that has ended last.
   *
   * @param running none if there is no audit under way
   * @param last none if this console has seen none to its end
   */
  public record Seen(Option<Running> running, Option<Ended> last) {}

  /**
   * An audit that is under way.
   *
   * @param by who has started it
   */
  public record Running(Instant begunAt, String by) {}

  /**
   * An audit that has ended.
   *
   * @param result what it reports, or why it has failed
   */
  public record Ended(Running begun, Instant endedAt, Either<String, AuditReport> result) {}

  /** Audits that {@code audit} makes. */
  public Audits(Supplier<AuditReport> audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
    feed.publish(new Seen(Option.none(), Option.none()));
  }

  /** What is there to see, as it changes. */
  public Feed<Seen> feed() {
    return feed;
  }

  /** The audit that runs, and the last one. */
  public Seen seen() {
    return feed.newest().get().value();
  }

  /**
   * Starts an audit.
   *
   * @param by who asks for it
   * @return whether it is started: not while another is under way
   */
  public synchronized boolean start(String by) {
    if (seen().running().isDefined() || feed.isClosed()) {
      return false;
    }
    Running running = new Running(clock.instant(), by);
    feed.publish(new Seen(Option.some(running), seen().last()));
    Thread thread = new Thread(() -> run(running), "twophase-console-audit");
    thread.setDaemon(true);
    thread.start();
    return true;
  }

  private void run(Running running) {
    Either<String, AuditReport> result = result();
    feed.publish(new Seen(Option.none(), Option.some(new Ended(running, clock.instant(), result))));
  }

  private Either<String, AuditReport> result() {
    try {
      return Either.right(audit.get());
    } catch (RuntimeException fault) {
      LOG.warn("an audit of the console has failed", fault);
      return Either.left(String.valueOf(fault.getMessage()));
    }
  }

  /** Ends the streams; an audit that is under way ends by itself. */
  public void close() {
    feed.close();
  }
}
