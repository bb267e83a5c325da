package io.twophase.console.live;

import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of all processes in the last minutes.
 *
 * @param last what the next reading is compared with
 * @param all the oldest first
 */
public record Rates(Option<Reading> last, List<Rate> all) {

  /** Rates are kept for so long. */
  public static final Duration SPAN = Duration.ofMinutes(10);

  /** Readings that are closer together may show the same beats. */
  static final Duration LEAST = Duration.ofSeconds(4);

  /** Nothing is known. */
  static final Rates NONE = new Rates(Option.none(), List.of());

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
      List<OwnerLookup.Found> all = new ArrayList<>();
      for (OwnerLookup owner : owners) {
        owner
            .<Option<OwnerLookup.Found>>fold(
                Option::some, absent -> Option.none(), unreadable -> Option.none())
            .forEach(all::add);
      }
      return all;
    }

    private Instant beat(OwnerLookup.Found owner) {
      return at.minus(owner.silentFor());
    }
  }

  /** Copies the list. */
  public Rates {
    all = List.copyOf(all);
  }

  /** These, and what was done until a later reading. */
  Rates and(Reading later) {
    if (last.exists(earlier -> later.at().isBefore(earlier.at().plus(LEAST)))) {
      return this;
    }
    List<Rate> rates = new ArrayList<>(all);
    last.forEach(earlier -> rates.add(between(earlier, later)));
    rates.removeIf(rate -> rate.at().isBefore(later.at().minus(SPAN)));
    return new Rates(Option.some(later), rates);
  }

  /** A process that was read for the first time counts from the next reading on. */
  private static Rate between(Reading earlier, Reading later) {
    Map<String, OwnerLookup.Found> before = new HashMap<>();
    earlier.found().forEach(one -> before.put(one.id(), one));
    double decided = 0;
    double refused = 0;
    Vitals done = Vitals.NONE;
    for (OwnerLookup.Found now : later.found()) {
      for (OwnerLookup.Found then : Option.of(before.get(now.id()))) {
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
}
