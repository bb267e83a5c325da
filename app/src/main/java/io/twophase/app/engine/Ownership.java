package io.twophase.app.engine;

import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
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
  private final Set<Token> givenUp = new LinkedHashSet<>();

  private Ownership(Presence presence, OwnerRepository owners, OwnerWatch watch) {
    this.presence = presence;
    this.owners = owners;
    this.watch = watch;
  }

  /**
   * The ownership of one process, by the owners that a store keeps.
   *
   * @param presence how this process shows itself
   * @param ticker measures how long others are silent
   */
  public static Ownership of(
      OwnerRepository owners, Presence presence, Ticker ticker, Pause pause) {
    return new Ownership(presence, owners, new OwnerWatch(owners, ticker, pause));
  }

  /**
   * This process, as records are to name it.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Optional<OwnerId> self() {
    return presence.owner();
  }

  /** A run of this process goes on. */
  public void begun(Owner run) {
    run.process().ifPresent(process -> presence.begun(process, run.token()));
  }

  /** A run of this process has ended. */
  public void ended(Owner run) {
    run.process().ifPresent(process -> presence.ended(process, run.token()));
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
    ended(run);
  }

  private synchronized void remember(Token token) {
    givenUp.add(token);
    if (givenUp.size() > MOST_REMEMBERED) {
      Iterator<Token> oldest = givenUp.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  private synchronized boolean isGivenUp(TransactionRecord record) {
    return record.owner().filter(owner -> givenUp.contains(owner.token())).isPresent();
  }

  private static Optional<OwnerId> process(TransactionRecord record) {
    return record.owner().flatMap(Owner::process);
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
    return process(record).isPresent() || isGivenUp(record);
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
        process(record).ifPresent(watched::add);
      }
    }
    Set<OwnerId> dead = watching.apply(watch, watched);
    return records.stream()
        .filter(record -> process(record).filter(dead::contains).isPresent() || isGivenUp(record))
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
}
