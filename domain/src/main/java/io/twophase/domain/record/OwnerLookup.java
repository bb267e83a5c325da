package io.twophase.domain.record;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.OwnerLookup.Absent;
import io.twophase.domain.record.OwnerLookup.Found;
import io.twophase.domain.record.OwnerLookup.Unreadable;
import java.time.Duration;
import java.time.Instant;

/** The result of a lookup of an owner's document. */
public sealed interface OwnerLookup extends Cases.Of3<Found, Absent, Unreadable> {

  /** Returns whether there is a document that can be read. */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * Returns the owner's document.
   *
   * @throws NotDoneException if there is none that can be read; it has this lookup
   */
  default Found orElseThrow() {
    return fold(
        found -> found,
        absent -> NotDoneException.raise(this, "there is no owner " + absent.id()),
        unreadable ->
            NotDoneException.raise(
                this, "owner " + unreadable.id() + " cannot be read: " + unreadable.fault()));
  }

  /** Names the owner, by the text of its id. */
  String id();

  /**
   * The owner's document.
   *
   * @param owner whose it is
   * @param application in whose name the process works
   * @param begunAt when it first beat, by the store's clock
   * @param beat the counter, which grows with each beat
   * @param every how often the owner says that it beats
   * @param silentFor how long ago the last beat was, by the store's clock; for people and for
   *     tidying up, not for distinguishing a dead owner from a slow one
   * @param vitals what the process does, as its last beat told it
   */
  record Found(
      OwnerId owner,
      ApplicationName application,
      Instant begunAt,
      long beat,
      Duration every,
      Duration silentFor,
      Vitals vitals)
      implements OwnerLookup {

    /** The number of beats that an owner may miss. */
    private static final int MISSED_BEATS = 5;

    /** No owner is waited for longer than for one of this interval, whatever it says of itself. */
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

    /** The owner counts as dead after so long without a beat. */
    public Duration deadAfter() {
      Duration interval = every.compareTo(LONGEST_INTERVAL) < 0 ? every : LONGEST_INTERVAL;
      return interval.multipliedBy(MISSED_BEATS);
    }

    @Override
    public String id() {
      return owner.value();
    }
  }

  /** There is no document of this owner: it was closed in good order, or removed as long dead. */
  record Absent(OwnerId owner) implements OwnerLookup {
    @Override
    public String id() {
      return owner.value();
    }
  }

  /**
   * There is something that this version cannot read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements OwnerLookup {}
}
