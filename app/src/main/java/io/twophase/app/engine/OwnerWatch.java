package io.twophase.app.engine;

import io.twophase.domain.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches other processes, and distinguishes dead ones from slow ones. An owner is dead where it
 * has no document, or where its counter has not changed for {@link #MISSED_BEATS} of its own
 * intervals: for as long as this process itself has seen no change, by its own measure of time.
 * Clocks of two machines are never compared. Thread-safe.
 */
final class OwnerWatch {

  /** The number of beats that an owner may miss. */
  static final int MISSED_BEATS = 5;

  /** No owner is waited for longer than for one of this interval, whatever it says of itself. */
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

  /**
   * The longest time that {@link #deadForCertain} takes: five beats of the default interval, and
   * one more.
   */
  static final Duration LONGEST_WATCH = Duration.ofSeconds(6);

  /** The pause between two reads of an owner that may be dead. */
  private static final Duration READ_EVERY = Duration.ofMillis(250);

  private static final int MOST_WATCHED = 10_000;

  private final OwnerRepository owners;
  private final Ticker ticker;
  private final Pause pause;
  private final Map<OwnerId, Watched> watched =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<OwnerId, Watched> eldest) {
          return size() > MOST_WATCHED;
        }
      };

  /** The facts of an owner: its counter, since when, and whether it was ever seen to change. */
  private record Watched(long beat, Duration since, boolean changed) {}

  private enum Verdict {
    ALIVE,
    DEAD,
    /** It was watched for too short a time. */
    OPEN
  }

  OwnerWatch(OwnerRepository owners, Ticker ticker, Pause pause) {
    this.owners = owners;
    this.ticker = ticker;
    this.pause = pause;
  }

  /**
   * The owners that are dead, by one reading of the store. If the store cannot be read, no owner
   * counts as dead.
   */
  Set<OwnerId> dead(Collection<OwnerId> asked) {
    Map<OwnerId, Verdict> verdicts = judge(asked);
    return only(verdicts, Verdict.DEAD);
  }

  /**
   * The owners that are dead. Reads the store until each owner is known to be alive, which takes
   * about a second, or dead, which takes about five. It ends after {@link #LONGEST_WATCH}: an owner
   * that beats too slowly to be known by then counts as alive, and the time for which it was
   * watched counts for the next call. It ends early if the thread is interrupted.
   */
  Set<OwnerId> deadForCertain(Collection<OwnerId> asked) {
    Set<OwnerId> dead = new HashSet<>();
    Set<OwnerId> open = new HashSet<>(asked);
    Duration begun = ticker.elapsed();
    while (!open.isEmpty()) {
      Map<OwnerId, Verdict> verdicts = judge(open);
      dead.addAll(only(verdicts, Verdict.DEAD));
      open = only(verdicts, Verdict.OPEN);
      if (!open.isEmpty()) {
        boolean isLong = ticker.elapsed().minus(begun).compareTo(LONGEST_WATCH) >= 0;
        if (isLong || Thread.currentThread().isInterrupted()) {
          return dead;
        }
        pause.pause(READ_EVERY);
      }
    }
    return dead;
  }

  private Map<OwnerId, Verdict> judge(Collection<OwnerId> asked) {
    if (asked.isEmpty()) {
      return Map.of();
    }
    List<OwnerId> distinct = new ArrayList<>(new HashSet<>(asked));
    Duration before = ticker.elapsed();
    List<OwnerLookup> lookups;
    try {
      lookups = owners.find(distinct);
    } catch (DeadlinePassedException notAsked) {
      return Map.of();
    } catch (StoreException unseen) {
      // an owner that cannot be read is not seen unchanged: the time before does not count
      forget();
      return Map.of();
    }
    Duration after = ticker.elapsed();
    Map<OwnerId, Verdict> verdicts = new LinkedHashMap<>();
    for (int at = 0; at < distinct.size(); at++) {
      verdicts.put(distinct.get(at), verdict(distinct.get(at), lookups.get(at), before, after));
    }
    return verdicts;
  }

  private synchronized void forget() {
    watched.clear();
  }

  private synchronized Verdict verdict(
      OwnerId owner, OwnerLookup lookup, Duration before, Duration after) {
    return lookup.fold(
        found -> verdict(owner, found, before, after),
        absent -> {
          watched.remove(owner);
          return Verdict.DEAD;
        },
        unreadable -> Verdict.ALIVE);
  }

  private synchronized Verdict verdict(
      OwnerId owner, OwnerLookup.Found found, Duration before, Duration after) {
    Watched known = watched.get(owner);
    if (known == null || known.beat() != found.beat()) {
      watched.remove(owner);
      watched.put(owner, new Watched(found.beat(), after, known != null));
      return known == null ? Verdict.OPEN : Verdict.ALIVE;
    }
    if (before.minus(known.since()).compareTo(deadAfter(found.every())) >= 0) {
      return Verdict.DEAD;
    }
    return known.changed() ? Verdict.ALIVE : Verdict.OPEN;
  }

  static Duration deadAfter(Duration every) {
    Duration interval = every.compareTo(LONGEST_INTERVAL) < 0 ? every : LONGEST_INTERVAL;
    return interval.multipliedBy(MISSED_BEATS);
  }

  private static Set<OwnerId> only(Map<OwnerId, Verdict> verdicts, Verdict wanted) {
    Set<OwnerId> those = new HashSet<>();
    verdicts.forEach(
        (owner, verdict) -> {
          if (verdict == wanted) {
            those.add(owner);
          }
        });
    return those;
  }
}
