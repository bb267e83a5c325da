package io.twophase.test.equality.record;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Copies;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Lookups without times: a server tells these by a clock that nobody turns. */
final class Timeless {

  private Timeless() {}

  /** The lookup as if all of it happened at one time; a fault only says that there is one. */
  static Lookup of(Lookup read) {
    return new Lookup(
        read.id(),
        read.member().map(member -> Copies.with(member, "createdAt", Instant.EPOCH)),
        read.record().map(record -> record.withTimes(at -> Instant.EPOCH)),
        read.receipt().map(receipt -> Copies.with(receipt, "finishedAt", Instant.EPOCH)),
        read.fault().map(fault -> "unreadable"),
        Duration.ZERO);
  }

  /** In the order of their ids. */
  static List<Lookup> byId(List<Lookup> found) {
    return found.stream().sorted(Comparator.comparing(Lookup::id)).toList();
  }
}
