package io.twophase.app.engine;

import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Answers;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Knows which process this one is to others, which other processes are dead, and which runs of this
 * process have given up. A record that nobody works on any more may be taken over at once. A wrong
 * guess is safe: the epoch fences off an owner that was alive after all. One for each process and
 * store; thread-safe.
 */
public final class Ownership {

  /**
   * The number of runs that gave up and are remembered; older ones are found by the age of their
   * records.
   */
  private static final int MOST_REMEMBERED = 10_000;

  /** An owner that was silent for this long is dead; its document is removed. */
  private static final Duration LONG_DEAD = Duration.ofDays(1);

  private final Presence presence;
  private final OwnerRepository owners;
  private final OwnerWatch watch;
  private final Set<Token> givenUp = Collections.newSetFromMap(newest());

  /**
   * The ownership of one process, by the owners that a store keeps.
   *
   * @param presence how this process shows itself
   * @param ticker measures how long others are silent
   */
  public Ownership(OwnerRepository owners, Presence presence, Ticker ticker, Pause pause) {
    this.presence = presence;
    this.owners = owners;
    this.watch = new OwnerWatch(owners, ticker, pause);
  }

  /** Returns who says that this process is alive, and hears which runs it has. */
  Presence presence() {
    return presence;
  }

  /**
   * A run of this process has ended without finishing: nobody works on its record any more.
   *
   * @param isOwn whether the run may have left something that names this process
   */
  public void gaveUp(Owner run, boolean isOwn) {
    remember(run.token());
    if (isOwn) {
      run.process().ifPresent(presence::gaveUp);
    }
    presence.ended(run.token());
  }

  private synchronized void remember(Token token) {
    givenUp.add(token);
  }

  /** Forgets the oldest of more than a process needs. */
  private static <K, V> Map<K, V> newest() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_REMEMBERED;
      }
    };
  }

  private synchronized boolean isGivenUp(TransactionRecord record) {
    return record.owner().filter(owner -> givenUp.contains(owner.token())).isPresent();
  }

  /** Those of {@code records} that nobody works on, as far as one reading of the store shows. */
  public Set<TransactionRecord> abandoned(Collection<TransactionRecord> records) {
    return abandoned(records, OwnerWatch::dead);
  }

  /**
   * Returns whether it can be known before {@code record} is old that nobody works on it: its owner
   * can be watched, or a run of this process has given it up.
   */
  public boolean isWatched(TransactionRecord record) {
    return record.process().isPresent() || isGivenUp(record);
  }

  /**
   * Those of {@code records} that nobody works on. It watches each owner for as long as it takes to
   * know, 6 seconds at most. A later call may know of a slow owner that this one does not know of.
   */
  public Set<TransactionRecord> abandonedForCertain(Collection<TransactionRecord> records) {
    return abandoned(records, OwnerWatch::deadForCertain);
  }

  private Set<TransactionRecord> abandoned(
      Collection<TransactionRecord> records,
      BiFunction<OwnerWatch, Set<OwnerId>, Set<OwnerId>> watching) {
    Set<OwnerId> watched = new HashSet<>();
    for (TransactionRecord record : records) {
      if (!isGivenUp(record)) {
        record.process().ifPresent(watched::add);
      }
    }
    Set<OwnerId> dead = watching.apply(watch, watched);
    return records.stream()
        .filter(record -> record.process().filter(dead::contains).isPresent() || isGivenUp(record))
        .collect(Collectors.toSet());
  }

  /**
   * Removes the documents of processes that were killed long ago: silent for a day by the store's
   * clock. A process that was only asleep for so long stores its document again with its next beat.
   * The records that such a process has left may be taken over with or without its document.
   *
   * @param unreadable receives those that stay, since they cannot be read
   */
  public void removeLongDead(Consumer<OwnerLookup.Unreadable> unreadable) {
    try {
      for (OwnerLookup one : owners.silent(LONG_DEAD, OwnerRepository.MAX_SILENT)) {
        if (one instanceof OwnerLookup.Found found) {
          owners.remove(found.owner(), found.beat());
        } else if (one instanceof OwnerLookup.Unreadable bad) {
          unreadable.accept(bad);
        }
      }
    } catch (StoreException untidy) {
      // these documents do no harm; the next call removes them
    }
  }

  /**
   * Watches other processes, and distinguishes dead ones from slow ones. An owner is dead where it
   * has no document, or where its counter has not changed for {@link OwnerLookup.Found#deadAfter}:
   * for as long as this process itself has seen no change, by its own measure of time. Clocks of
   * two machines are never compared. Thread-safe.
   */
  static final class OwnerWatch {

    /**
     * The longest time that {@link #deadForCertain} takes: five beats of the default interval, and
     * one more.
     */
    static final Duration LONGEST_WATCH = Duration.ofSeconds(6);

    /** The pause between two reads of an owner that may be dead. */
    private static final Duration READ_EVERY = Duration.ofMillis(250);

    private final OwnerRepository owners;
    private final Ticker ticker;
    private final Pause pause;
    private final Map<OwnerId, Watched> watched = newest();

    /** The facts of an owner: its counter, since when, and whether it was ever seen to change. */
    private record Watched(long beat, Duration since, boolean changed) {}

    /** A reading of the store: all others that were asked for are alive. */
    private record Verdict(Set<OwnerId> dead, Set<OwnerId> watchedTooShort) {}

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
      return judge(asked).dead();
    }

    /**
     * The owners that are dead. Reads the store until each owner is known to be alive, which takes
     * about a second, or dead, which takes about five. It ends after {@link #LONGEST_WATCH}: an
     * owner that beats too slowly to be known by then counts as alive, and the time for which it
     * was watched counts for the next call. It ends early if the thread is interrupted.
     */
    Set<OwnerId> deadForCertain(Collection<OwnerId> asked) {
      Set<OwnerId> dead = new HashSet<>();
      Set<OwnerId> open = new HashSet<>(asked);
      Duration begun = ticker.elapsed();
      while (!open.isEmpty()) {
        Verdict verdict = judge(open);
        dead.addAll(verdict.dead());
        open = verdict.watchedTooShort();
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

    private Verdict judge(Collection<OwnerId> asked) {
      Verdict verdict = new Verdict(new HashSet<>(), new HashSet<>());
      if (asked.isEmpty()) {
        return verdict;
      }
      List<OwnerId> distinct = List.copyOf(new HashSet<>(asked));
      Duration before = ticker.elapsed();
      List<OwnerLookup> lookups;
      try {
        lookups = owners.find(distinct);
      } catch (DeadlinePassedException notAsked) {
        return verdict;
      } catch (StoreException unseen) {
        // an owner that cannot be read is not seen unchanged: the time before does not count
        forget();
        return verdict;
      }
      Duration after = ticker.elapsed();
      Answers.each(
          distinct,
          lookups,
          (owner, lookup) ->
              place(owner, lookup, before, after, verdict).ifPresent(place -> place.add(owner)));
      return verdict;
    }

    private synchronized void forget() {
      watched.clear();
    }

    /** The owners of a verdict to which an owner belongs; none if it is alive. */
    private synchronized Optional<Set<OwnerId>> place(
        OwnerId owner, OwnerLookup lookup, Duration before, Duration after, Verdict verdict) {
      Watched known = watched.get(owner);
      return lookup.fold(
          found -> {
            if (known == null || known.beat() != found.beat()) {
              watched.remove(owner);
              watched.put(owner, new Watched(found.beat(), after, known != null));
              return Optional.of(verdict.watchedTooShort()).filter(open -> known == null);
            }
            return before.minus(known.since()).compareTo(found.deadAfter()) >= 0
                ? Optional.of(verdict.dead())
                : Optional.of(verdict.watchedTooShort()).filter(open -> !known.changed());
          },
          absent -> {
            watched.remove(owner);
            return Optional.of(verdict.dead());
          },
          unreadable -> Optional.empty());
    }
  }

  /** The sign of this process to other processes that it is alive. Thread-safe. */
  @FunctionalInterface
  public interface Presence {

    /**
     * The owner id of this process, if others can see at this moment that it is alive. The first
     * call stores the owner's document, and returns when that is acknowledged.
     *
     * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
     */
    Optional<OwnerId> owner();

    /**
     * A run has begun whose records may name {@code owner}; it goes on until {@link #ended}. A
     * second call for the same run changes nothing.
     *
     * @param owner one that this process was shown as
     */
    default void begun(OwnerId owner, Token run) {}

    /** The run has ended, whether or not it had begun under an owner. */
    default void ended(Token run) {}

    /**
     * A run has left something unfinished that may name {@code owner}. This process lives on and
     * soon takes another owner id. It keeps the old one alive only as long as other runs go on
     * under it.
     */
    default void gaveUp(OwnerId owner) {}
  }
}
