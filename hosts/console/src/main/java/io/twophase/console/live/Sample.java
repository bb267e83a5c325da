package io.twophase.console.live;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * A store as the console has last read it, part by part.
 *
 * @param at when the newest part was read
 * @param unfinished the first records that are not finished, those first that have not changed for
 *     longest
 * @param owners those who show that they are alive, or have done so
 * @param rates what they do
 * @param authorizations those that wait for a capture, the first to expire first
 * @param fault why the store could not be read since then, if it could not
 */
public record Sample(
    Instant at,
    List<Lookup> unfinished,
    List<OwnerLookup> owners,
    Rates rates,
    List<Lookup> authorizations,
    Option<String> fault) {

  /** The most unfinished records that are read. */
  public static final int MOST_UNFINISHED = 1_000;

  /** The most authorizations that are read. */
  public static final int MOST_AUTHORIZATIONS = 50;

  /** Nothing was read. */
  static final Sample NONE =
      new Sample(Instant.MIN, List.of(), List.of(), Rates.NONE, List.of(), Option.none());

  /** Copies the lists. */
  public Sample {
    unfinished = List.copyOf(unfinished);
    owners = List.copyOf(owners);
    authorizations = List.copyOf(authorizations);
  }

  /** Whether anything was read yet. */
  public boolean isRead() {
    return !at.equals(Instant.MIN);
  }

  /** This sample, with what was read anew. */
  Sample withUnfinished(Instant now, List<Lookup> read) {
    return new Sample(now, read, owners, rates, authorizations, Option.none());
  }

  /** This sample, with what was read anew. */
  Sample withOwners(Instant now, List<OwnerLookup> read) {
    Rates later = rates.and(new Rates.Reading(now, read));
    return new Sample(now, unfinished, read, later, authorizations, Option.none());
  }

  /** This sample, with what was read anew. */
  Sample withAuthorizations(Instant now, List<Lookup> read) {
    return new Sample(now, unfinished, owners, rates, read, Option.none());
  }

  /** This sample: since then the store could not be read. */
  Sample withFault(RuntimeException fault) {
    return new Sample(
        at,
        unfinished,
        owners,
        rates,
        authorizations,
        Option.some(String.valueOf(fault.getMessage())));
  }
}
