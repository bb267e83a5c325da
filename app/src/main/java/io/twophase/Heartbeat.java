package io.twophase;

import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows other processes that this one is alive: beats at a steady pace, on a daemon thread of its
 * own, from the first transaction on until it is closed. Its document is stored, and acknowledged,
 * before a transaction names this process. A fault of the store is logged, once until a beat
 * succeeds again, and tried again with the next beat; while no beat succeeds, new transactions name
 * no owner.
 *
 * <p>After a run has given up the process shows itself under another id, and removes the document
 * of the old one as soon as no run goes on that was begun under it: others then take over at once
 * what was given up. A run that begins at that very moment under the old id may be taken over while
 * it is at work, which is safe. Thread-safe.
 */
final class Heartbeat implements Presence, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  /** One beat fewer than others wait for. */
  private static final int BEATS_TRUSTED = 4;

  /** The time that closing waits at least for a beat that is under way. */
  private static final long LEAST_WAIT_MILLIS = 1_000;

  private final OwnerRepository owners;
  private final OwnIds ids;
  private final ApplicationName application;
  private final Duration every;
  private final Supplier<Vitals> vitals;
  private final Ticker ticker;
  private final Supplier<Optional<Duration>> left;

  /** No monitor: that would keep a virtual thread's carrier while the store answers. */
  private final ReentrantLock beginning = new ReentrantLock();

  private @Nullable ScheduledExecutorService thread;
  private volatile boolean closed;
  private volatile boolean failing;

  /** Until when others see this process by the last beat that was acknowledged. */
  private volatile @Nullable Duration trustedUntil;

  /**
   * @param fresh gives ids that no process has had
   * @param every how often it beats
   * @param vitals what this process does, asked with each beat
   * @param left how much time the calling thread has; none if it may wait for as long as it takes
   */
  public Heartbeat(
      OwnerRepository owners,
      Supplier<OwnerId> fresh,
      ApplicationName application,
      Duration every,
      Supplier<Vitals> vitals,
      Ticker ticker,
      Supplier<Optional<Duration>> left) {
    this.owners = owners;
    this.ids = new OwnIds(fresh);
    this.application = application;
    this.every = every;
    this.vitals = vitals;
    this.ticker = ticker;
    this.left = left;
  }

  @Override
  public Optional<OwnerId> owner() {
    return isShown() ? Optional.of(ids.shown()) : begin();
  }

  @Override
  public void begun(OwnerId owner, Token run) {
    ids.begun(owner, run);
  }

  @Override
  public void ended(Token run) {
    ids.ended(run);
  }

  @Override
  public void gaveUp(OwnerId owner) {
    ids.giveUp(owner);
  }

  private boolean isShown() {
    Duration until = trustedUntil;
    return !closed && until != null && ticker.elapsed().compareTo(until) < 0;
  }

  /** Waits for the first beat. For later beats it only checks whether they succeeded. */
  private Optional<OwnerId> begin() {
    awaitTurn();
    try {
      if (thread == null && !closed) {
        beatUnless(StoreUnavailableException.class::isInstance);
        thread = start();
      }
      return isShown() ? Optional.of(ids.shown()) : Optional.empty();
    } finally {
      beginning.unlock();
    }
  }

  /** Another caller's first beat may be under way: waits for it, to its own deadline at most. */
  private void awaitTurn() {
    Optional<Duration> most = left.get();
    if (most.isEmpty()) {
      beginning.lock();
    } else if (!Deadlines.awaitUninterrupted(
        most.orElseThrow(), nanos -> beginning.tryLock(nanos, TimeUnit.NANOSECONDS))) {
      throw new DeadlinePassedException();
    }
  }

  private ScheduledExecutorService start() {
    ScheduledThreadPoolExecutor beating =
        new ScheduledThreadPoolExecutor(1, new DaemonThread("twophase-heartbeat"));
    var unused =
        beating.scheduleWithFixedDelay(
            () -> Guarded.run("a heartbeat", () -> beatUnless(fault -> false)),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    return beating;
  }

  /** Tells of a fault once, unless it is thrown. */
  private void beatUnless(Predicate<StoreException> isThrown) {
    try {
      beat();
    } catch (StoreException fault) {
      if (isThrown.test(fault)) {
        throw fault;
      }
      if (!failing) {
        failing = true;
        LOG.warn(
            "this process cannot show that it is alive, and tries again every {} ms: {}",
            every.toMillis(),
            fault.getMessage());
      }
    }
  }

  private void beat() {
    // an id that was just replaced stays for one more beat: a worker may have been given it
    List<OwnerId> leaving = ids.leaving();
    Duration sent = ticker.elapsed();
    OwnerId owner = ids.toShow();
    if (owners.beat(owner, application, every, vitals.get()) == MatchOutcome.MATCHED) {
      ids.show(owner);
      trustedUntil = sent.plus(every.multipliedBy(BEATS_TRUSTED));
      failing = false;
    }
    leaving.forEach(this::leave);
  }

  /**
   * Others hold it for alive as long as a run of it goes on. One of its owners alone shows what
   * this process does.
   */
  private void leave(OwnerId old) {
    if (ids.isAtWork(old)) {
      var unused = owners.beat(old, application, every, Vitals.NONE);
    } else if (owners.retire(old) != MatchOutcome.IN_DOUBT) {
      ids.left(old);
    }
  }

  /**
   * Waits for the runs that are going on; an interrupt ends that. Then stops beating and removes
   * the documents of this process, so that what was left unfinished may be taken over at once. If
   * the store cannot be reached, then the document stays, and others see it silent. Idempotent.
   */
  @Override
  public void close() {
    try {
      ids.awaitEnds();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    ScheduledExecutorService beating;
    boolean isReachable;
    beginning.lock();
    try {
      isReachable = isShown();
      closed = true;
      beating = thread;
      thread = null;
    } finally {
      beginning.unlock();
    }
    if (beating == null) {
      return;
    }
    beating.shutdown();
    if (isReachable) {
      try {
        // a beat that is under way would store the document again
        beating.awaitTermination(
            Math.max(every.toMillis(), LEAST_WAIT_MILLIS), TimeUnit.MILLISECONDS);
        for (OwnerId owner : ids.all()) {
          owners.retire(owner);
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      } catch (StoreException fault) {
        LOG.info("the documents of owners {} stay: {}", ids.all(), fault.getMessage());
      }
    }
  }

  /**
   * The ids under which this process shows itself: one, as a rule. The records of a run that gave
   * up name an owner that would count as alive for as long as the process lives. So the process
   * takes another id, and gives up the old one as soon as no run goes on that was begun under it:
   * then others see that nobody works on these records. Thread-safe.
   */
  private static final class OwnIds {

    private final Supplier<OwnerId> fresh;
    private final Set<OwnerId> leaving = new HashSet<>();
    private final Map<Token, OwnerId> goingOn = new HashMap<>();
    private OwnerId shown;
    private @Nullable OwnerId next;

    OwnIds(Supplier<OwnerId> fresh) {
      this.fresh = fresh;
      this.shown = fresh.get();
    }

    /** The id that new transactions name. */
    synchronized OwnerId shown() {
      return shown;
    }

    /** The id to be shown once a beat under it is acknowledged. */
    synchronized OwnerId toShow() {
      return next == null ? shown : next;
    }

    /** A beat of {@code owner}, which was to be shown, is acknowledged. */
    synchronized void show(OwnerId owner) {
      if (owner.equals(next)) {
        leaving.add(shown);
        shown = owner;
        next = null;
      }
    }

    synchronized void begun(OwnerId owner, Token run) {
      goingOn.put(run, owner);
    }

    synchronized void ended(Token run) {
      goingOn.remove(run);
      notifyAll();
    }

    /** Waits for the ends of the runs that are going on now. */
    synchronized void awaitEnds() throws InterruptedException {
      Set<Token> now = Set.copyOf(goingOn.keySet());
      while (!Collections.disjoint(goingOn.keySet(), now)) {
        wait();
      }
    }

    /**
     * Notes that a run left records that name {@code owner}: that id is to be given up soon. If the
     * host gives no fresh id, the next run that leaves something asks again.
     */
    synchronized void giveUp(OwnerId owner) {
      if (owner.equals(shown) && next == null) {
        Guarded.run("source of ids", () -> next = fresh.get());
      }
    }

    /** The ids to be given up that still have a document. */
    synchronized List<OwnerId> leaving() {
      return new ArrayList<>(leaving);
    }

    /** All ids that may have a document. */
    synchronized List<OwnerId> all() {
      List<OwnerId> all = leaving();
      all.add(shown);
      if (next != null) {
        all.add(next);
      }
      return all;
    }

    /** Returns whether a run is going on that was begun under it. */
    synchronized boolean isAtWork(OwnerId owner) {
      return goingOn.containsValue(owner);
    }

    /** Notes that its document is removed. */
    synchronized void left(OwnerId owner) {
      leaving.remove(owner);
    }
  }
}
