package io.twophase.app.owner;

import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who owns what: which process this one is to others, which others are dead, and which of this
 * process's own runs have given up. What nobody works on any more may be taken over at once. A
 * wrong guess is safe: the epoch fences off whoever was alive after all. One for each process and
 * store; thread-safe.
 */
public final class Ownership {

  /**
   * How many runs that gave up are remembered; older ones are found by the age of their records.
   */
  private static final int MOST_REMEMBERED = 10_000;

  /** An owner that was silent for this long is dead; its document is removed. */
  private static final Duration LONG_DEAD = Duration.ofDays(1);

  private final Presence presence;
  private final Option<OwnerRepository> owners;
  private final Option<OwnerWatch> watch;
  private final Set<Token> givenUp = new LinkedHashSet<>();

  private Ownership(Presence presence, Option<OwnerRepository> owners, Option<OwnerWatch> watch) {
    this.presence = presence;
    this.owners = owners;
    this.watch = watch;
  }

  /** For a store that keeps no owners: only the age of a record shows that its process is dead. */
  public static Ownership withoutOwners() {
    return new Ownership(Presence.HIDDEN, Option.none(), Option.none());
  }

  /**
   * For a store that keeps owners.
   *
   * @param presence how this process shows itself
   * @param ticker measures how long others are silent
   */
  public static Ownership of(
      OwnerRepository owners, Presence presence, Ticker ticker, Pause pause) {
    return new Ownership(
        presence, Option.some(owners), Option.some(new OwnerWatch(owners, ticker, pause)));
  }

  /**
   * Whether the store keeps owners, so that a dead process can be distinguished from a slow one.
   */
  public boolean isKept() {
    return owners.isDefined();
  }

  /**
   * This process, as records are to name it.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Option<OwnerId> self() {
    return presence.owner();
  }

  /** A run of this process goes on. */
  public void begun(Worker run) {
    run.owner().forEach(owner -> presence.begun(owner, run.token()));
  }

  /** A run of this process has ended. */
  public void ended(Worker run) {
    run.owner().forEach(owner -> presence.ended(owner, run.token()));
  }

  /**
   * A run of this process has ended without finishing: nobody works on it any more.
   *
   * @param isOwn whether it may have left something that names this process
   */
  public void gaveUp(Worker run, boolean isOwn) {
    remember(run.token());
    if (isOwn) {
      run.owner().forEach(presence::gaveUp);
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

  private synchronized boolean hasGivenUp(Transaction record) {
    return record.token().exists(givenUp::contains);
  }

  /** Those of {@code records} that nobody works on, as far as one reading of the store shows. */
  public Set<Transaction> abandoned(Collection<Transaction> records) {
    return abandoned(records, watch.map(watching -> watching.dead(owners(records))));
  }

  /**
   * Whether it can be known before {@code record} is old that nobody works on it: its owner can be
   * watched, or a run of this process has given it up.
   */
  public boolean isWatched(Transaction record) {
    return (isKept() && record.owner().isDefined()) || hasGivenUp(record);
  }

  /**
   * The same, watching each owner for as long as it takes to know, 6 seconds at most. What is not
   * known of a slow one by then, a later call may know.
   */
  public Set<Transaction> abandonedForCertain(Collection<Transaction> records) {
    return abandoned(records, watch.map(watching -> watching.deadForCertain(owners(records))));
  }

  private Set<Transaction> abandoned(Collection<Transaction> records, Option<Set<OwnerId>> dead) {
    Set<Transaction> abandoned = new HashSet<>();
    for (Transaction record : records) {
      boolean isOwnerDead = dead.exists(those -> record.owner().exists(those::contains));
      if (isOwnerDead || hasGivenUp(record)) {
        abandoned.add(record);
      }
    }
    return abandoned;
  }

  /** The owners to be watched. */
  private Set<OwnerId> owners(Collection<Transaction> records) {
    Set<OwnerId> named = new HashSet<>();
    for (Transaction record : records) {
      if (!hasGivenUp(record)) {
        record.owner().forEach(named::add);
      }
    }
    return named;
  }

  /**
   * Removes the documents of processes that were killed long ago: silent for a day by the store's
   * clock. One that was only asleep for so long stores its document again with its next beat. What
   * such a process has left may be taken over with or without its document.
   */
  public void removeLongDead() {
    for (OwnerRepository repository : owners) {
      try {
        for (OwnerLookup.Found one : repository.silent(LONG_DEAD, OwnerRepository.MAX_SILENT)) {
          repository.remove(one.owner(), one.beat());
        }
      } catch (StoreException untidy) {
        // these documents do no harm; the next call removes them
      }
    }
  }
}
