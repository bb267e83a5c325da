package io.twophase.app.owner;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.TransactionRecord;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

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
    begun(run.owner(), run.token());
  }

  /** The same, of a run at a batch. */
  public void begun(Option<OwnerId> self, Token token) {
    self.forEach(owner -> presence.begun(owner, token));
  }

  /** A run of this process has ended. */
  public void ended(Worker run) {
    ended(run.owner(), run.token());
  }

  /** The same, of a run at a batch. */
  public void ended(Option<OwnerId> self, Token token) {
    self.forEach(owner -> presence.ended(owner, token));
  }

  /**
   * A run of this process has ended without finishing: nobody works on it any more.
   *
   * @param isOwn whether it may have left something that names this process
   */
  public void gaveUp(Worker run, boolean isOwn) {
    gaveUp(run.owner(), run.token(), isOwn);
  }

  /** The same, of a run at a batch. */
  public void gaveUp(Option<OwnerId> self, Token token, boolean isOwn) {
    remember(token);
    if (isOwn) {
      self.forEach(presence::gaveUp);
    }
    ended(self, token);
  }

  private synchronized void remember(Token token) {
    givenUp.add(token);
    if (givenUp.size() > MOST_REMEMBERED) {
      Iterator<Token> oldest = givenUp.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  private synchronized boolean hasGivenUp(Claim claim) {
    return claim.token().exists(givenUp::contains);
  }

  /** What a record says of who works on it. */
  private record Claim(Option<OwnerId> owner, Option<Token> token) {

    static Claim of(Transaction record) {
      return new Claim(record.owner(), record.token());
    }

    static Claim of(TransactionRecord record) {
      return new Claim(record.owner().flatMap(Owner::process), record.owner().map(Owner::token));
    }

    static Claim of(BatchRecord record) {
      return new Claim(
          record.owner().flatMap(BatchRecord.Owner::process),
          record.owner().map(BatchRecord.Owner::token));
    }
  }

  /** The same of records of one transaction or of several. */
  public Set<TransactionRecord> abandonedOf(Collection<TransactionRecord> records) {
    return abandoned(records, Claim::of, OwnerWatch::dead);
  }

  /** Those of {@code records} that nobody works on, as far as one reading of the store shows. */
  public Set<Transaction> abandoned(Collection<Transaction> records) {
    return abandoned(records, Claim::of, OwnerWatch::dead);
  }

  /** The same of batches. */
  public Set<BatchRecord> abandonedBatches(Collection<BatchRecord> records) {
    return abandoned(records, Claim::of, OwnerWatch::dead);
  }

  /**
   * Whether it can be known before {@code record} is old that nobody works on it: its owner can be
   * watched, or a run of this process has given it up.
   */
  public boolean isWatched(Transaction record) {
    return isWatched(Claim.of(record));
  }

  /** The same of a batch. */
  public boolean isWatched(BatchRecord record) {
    return isWatched(Claim.of(record));
  }

  private boolean isWatched(Claim claim) {
    return (isKept() && claim.owner().isDefined()) || hasGivenUp(claim);
  }

  /**
   * Those of {@code records} that nobody works on. It watches each owner for as long as it takes to
   * know, 6 seconds at most. What is not known of a slow one by then, a later call may know.
   */
  public Set<Transaction> abandonedForCertain(Collection<Transaction> records) {
    return abandoned(records, Claim::of, OwnerWatch::deadForCertain);
  }

  /** The same of batches. */
  public Set<BatchRecord> abandonedBatchesForCertain(Collection<BatchRecord> records) {
    return abandoned(records, Claim::of, OwnerWatch::deadForCertain);
  }

  private <R> Set<R> abandoned(
      Collection<R> records,
      Function<R, Claim> claims,
      BiFunction<OwnerWatch, Set<OwnerId>, Set<OwnerId>> watching) {
    Set<OwnerId> watched = new HashSet<>();
    for (R record : records) {
      Claim claim = claims.apply(record);
      if (!hasGivenUp(claim)) {
        claim.owner().forEach(watched::add);
      }
    }
    Option<Set<OwnerId>> dead = watch.map(those -> watching.apply(those, watched));
    Set<R> abandoned = new HashSet<>();
    for (R record : records) {
      Claim claim = claims.apply(record);
      boolean isOwnerDead = dead.exists(these -> claim.owner().exists(these::contains));
      if (isOwnerDead || hasGivenUp(claim)) {
        abandoned.add(record);
      }
    }
    return abandoned;
  }

  /**
   * Removes the documents of processes that were killed long ago: silent for a day by the store's
   * clock. One that was only asleep for so long stores its document again with its next beat. What
   * such a process has left may be taken over with or without its document.
   *
   * @param unreadable receives those that stay, since they cannot be read
   */
  public void removeLongDead(Consumer<OwnerLookup.Unreadable> unreadable) {
    for (OwnerRepository repository : owners) {
      try {
        for (OwnerLookup one : repository.silent(LONG_DEAD, OwnerRepository.MAX_SILENT)) {
          if (one instanceof OwnerLookup.Found found) {
            repository.remove(found.owner(), found.beat());
          } else if (one instanceof OwnerLookup.Unreadable bad) {
            unreadable.accept(bad);
          }
        }
      } catch (StoreException untidy) {
        // these documents do no harm; the next call removes them
      }
    }
  }
}
