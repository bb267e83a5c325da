package io.twophase.console.screen;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** A later reading of all parts, with what the owners have done since. */
  Sample then(Part<Lookup> records, Part<OwnerLookup> beats, Part<Lookup> waiting) {
    Rates later =
        beats.fault().isEmpty()
            ? rates.and(new Rates.Reading(beats.at().orElseThrow(), beats.read()))
            : rates;
    return new Sample(records, beats, later, waiting);
  }

  /**
   * A part of a store as the console has last read it.
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

    /** The part was read now. */
    static <T> Part<T> of(Instant now, List<T> read) {
      return new Part<>(Optional.of(now), read, Optional.empty());
    }

    /** This part: since then it could not be read. */
    Part<T> withFault(String why) {
      return new Part<>(at, read, Optional.of(why));
    }
  }

  /**
   * The work of all processes in the last minutes.
   *
   * @param last what the next reading is compared with
   * @param all the oldest first
   */
  public record Rates(Optional<Reading> last, List<Rate> all) {

    /** Rates are kept for so long. */
    public static final Duration SPAN = Duration.ofMinutes(10);

    /** Readings that are closer together may show the same beats. */
    static final Duration LEAST = Duration.ofSeconds(4);

    /** Nothing is known. */
    static final Rates NONE = new Rates(Optional.empty(), List.of());

    /**
     * The beats of all processes.
     *
     * @param at when they were read
     */
    public record Reading(Instant at, List<OwnerLookup> owners) {

      /** Copies the list. */
      public Reading {
        owners = List.copyOf(owners);
      }

      private List<OwnerLookup.Found> found() {
        return owners.stream().filter(OwnerLookup::isFound).map(OwnerLookup::orElseThrow).toList();
      }

      private Instant beat(OwnerLookup.Found owner) {
        return at.minus(owner.silentFor());
      }
    }

    /** Copies the list. */
    public Rates {
      all = List.copyOf(all);
    }

    /** These, and what was done until a later reading; none of them if the clock was set back. */
    Rates and(Reading later) {
      Duration since = last.map(one -> Duration.between(one.at(), later.at())).orElse(LEAST);
      if (since.compareTo(LEAST) < 0) {
        return since.isNegative() ? NONE.and(later) : this;
      }
      List<Rate> rates = new ArrayList<>(all);
      last.ifPresent(earlier -> rates.add(between(earlier, later)));
      rates.removeIf(rate -> rate.at().isBefore(later.at().minus(SPAN)));
      return new Rates(Optional.of(later), rates);
    }

    /** A process that was read for the first time counts from the next reading on. */
    private static Rate between(Reading earlier, Reading later) {
      Map<String, OwnerLookup.Found> before = new HashMap<>();
      earlier.found().forEach(one -> before.put(one.id(), one));
      double decided = 0;
      double refused = 0;
      Vitals done = Vitals.NONE;
      for (OwnerLookup.Found now : later.found()) {
        for (OwnerLookup.Found then : Optional.ofNullable(before.get(now.id())).stream().toList()) {
          Vitals since = now.vitals().since(then.vitals());
          Duration beats = Duration.between(earlier.beat(then), later.beat(now));
          decided += perSecond(since.decided(), beats);
          refused += perSecond(since.refused(), beats);
          done = done.and(since);
        }
      }
      return new Rate(later.at(), decided, refused, done);
    }

    private static double perSecond(long count, Duration time) {
      return time.toMillis() < 1 ? 0 : count * 1_000.0 / time.toMillis();
    }

    /**
     * The work of all processes together between two readings of their beats.
     *
     * @param at when the later one was read
     * @param decidedPerSecond of each process by the time between its own beats
     * @param refusedPerSecond likewise
     * @param done all that was done
     */
    public record Rate(Instant at, double decidedPerSecond, double refusedPerSecond, Vitals done) {}
  }
}
