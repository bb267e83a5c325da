package io.twophase.console.screen;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
import java.time.Instant;
import java.util.List;
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

  /** This sample, with another reading of the owners, and what they have done since the last. */
  Sample withOwners(Part<OwnerLookup> part) {
    Rates later =
        part.fault().isEmpty()
            ? rates.and(new Rates.Reading(part.at().orElseThrow(), part.read()))
            : rates;
    return new Sample(unfinished, part, later, authorizations);
  }

  /** This sample, with another reading of this part. */
  Sample withAuthorizations(Part<Lookup> part) {
    return new Sample(unfinished, owners, rates, part);
  }

  /**
   * One part of a store as the console has last read it.
   *
   * @param at when it was read; none if it never was
   * @param read what was there
   * @param fault why it could not be read since then, if it could not
   * @param <T> what there is in it
   */
  public record Part<T>(Optional<Instant> at, List<T> read, Optional<String> fault) {

    /** Copies the list. */
    public Part {
      read = List.copyOf(read);
    }

    /** Nothing was read. */
    static <T> Part<T> none() {
      return new Part<>(Optional.empty(), List.of(), Optional.empty());
    }

    /** It was read now. */
    static <T> Part<T> of(Instant now, List<T> read) {
      return new Part<>(Optional.of(now), read, Optional.empty());
    }

    /** This part: since then it could not be read. */
    Part<T> withFault(String why) {
      return new Part<>(at, read, Optional.of(why));
    }
  }
}
