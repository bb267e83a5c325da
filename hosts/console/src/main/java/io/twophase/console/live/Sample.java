package io.twophase.console.live;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A store as the console has last read it, part by part.
 *
 * @param unfinished the first records that are not finished, those first that have not changed for
 *     longest
 * @param owners those who show that they are alive, or have done so
 * @param rates what they do
 * @param authorizations those that wait for a capture, the first to expire first
 */
public record Sample(
    Part<Lookup> unfinished, Part<OwnerLookup> owners, Rates rates, Part<Lookup> authorizations) {

  /** The most unfinished records that are read. */
  public static final int MOST_UNFINISHED = 1_000;

  /** The most authorizations that are read. */
  public static final int MOST_AUTHORIZATIONS = 50;

  /** Nothing was read. */
  static final Sample NONE = new Sample(Part.none(), Part.none(), Rates.NONE, Part.none());

  private Stream<Part<?>> parts() {
    return Stream.of(unfinished, owners, authorizations);
  }

  /** When the newest part was read; none if nothing was read yet. */
  public Optional<Instant> at() {
    return parts().flatMap(part -> part.at().stream()).max(Instant::compareTo);
  }

  /** Returns whether anything was read yet. */
  public boolean isRead() {
    return at().isPresent();
  }

  /** Why a part could not be read since then, if one could not. */
  public Optional<String> fault() {
    return parts().flatMap(part -> part.fault().stream()).findFirst();
  }

  /** This sample, with another reading of this part. */
  Sample withUnfinished(Part<Lookup> part) {
    return new Sample(part, owners, rates, authorizations);
  }

  /** This sample, with another reading of this part. */
  Sample withOwners(Part<OwnerLookup> part) {
    return new Sample(unfinished, part, rates, authorizations);
  }

  /** This sample, with what the owners do too. */
  Sample withRates(Rates later) {
    return new Sample(unfinished, owners, later, authorizations);
  }

  /** This sample, with another reading of this part. */
  Sample withAuthorizations(Part<Lookup> part) {
    return new Sample(unfinished, owners, rates, part);
  }
}
