package io.twophase.test.equality.record;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.transaction.Receipt;
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
        read.kind(),
        read.id(),
        read.member().map(Timeless::of),
        read.record().map(record -> record.withTimes(at -> Instant.EPOCH)),
        read.receipt().map(Timeless::of),
        read.fault().map(fault -> "unreadable"),
        Duration.ZERO);
  }

  private static MemberDocument of(MemberDocument member) {
    return new MemberDocument(member.record(), member.body(), Instant.EPOCH);
  }

  private static Receipt of(Receipt receipt) {
    return new Receipt(
        receipt.id(),
        receipt.digest(),
        receipt.epoch(),
        receipt.reason(),
        receipt.moved(),
        receipt.attempt(),
        Instant.EPOCH);
  }

  /** In the order of their ids. */
  static List<Lookup> byId(List<Lookup> found) {
    return found.stream().sorted(Comparator.comparing(Lookup::id)).toList();
  }
}
