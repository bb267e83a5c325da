package io.twophase.test.equality.record;

import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.equality.RandomBodies;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Draws requests that suit what a store has: takes, removals, and the members of a record. */
final class Drawn {

  private Drawn() {}

  /** Returns a request of the member's document, if there is one; now and then of another. */
  static MemberTake take(Random draw, TransactionId id, Lookup read) {
    MemberDocument free = read.member().orElseGet(() -> document(draw, id));
    if (draw.nextInt(6) == 0) {
      free = new MemberDocument(RandomRecordSteps.several(draw), free.body(), free.createdAt());
    }
    if (draw.nextInt(6) == 0) {
      free = new MemberDocument(free.record(), document(draw, id).body(), free.createdAt());
    }
    Owner owner = RandomTransitions.owner(draw);
    return switch (draw.nextInt(3)) {
      case 0 -> MemberTake.into(RandomRecordSteps.several(draw), free);
      case 1 -> MemberTake.alone(free, owner);
      default -> MemberTake.canceled(free, new CancelReason.Recovered(), owner);
    };
  }

  private static MemberDocument document(Random draw, TransactionId id) {
    return new MemberDocument(
        RandomRecordSteps.several(draw),
        new RandomBodies(draw, RandomRecordSteps.TRANSACTIONS).of(id),
        Instant.EPOCH);
  }

  /** A removal of a record that is there; now and then as if it had ended at another time. */
  static Optional<Removal> removal(Random draw, Records store, RecordId id) {
    boolean isExact = draw.nextInt(5) > 0;
    boolean leaves = draw.nextBoolean();
    Lookup read =
        id.isOfMany()
            ? store.find(List.of(id)).get(0)
            : store.findMembers(List.of(id.transaction())).get(0);
    Optional<Receipt> receipt =
        (leaves && !id.isOfMany() ? Optional.of(read) : Optional.<Lookup>empty())
            .flatMap(Lookup::transaction)
            .flatMap(Receipt::of);
    return read.member()
        .map(member -> new Removal(Either.right(isExact ? member : elsewhere(member)), receipt))
        .or(
            () ->
                read.record()
                    .map(
                        record ->
                            new Removal(Either.left(isExact ? record : other(record)), receipt)));
  }

  private static MemberDocument elsewhere(MemberDocument member) {
    return new MemberDocument(new RecordId("batch:elsewhere"), member.body(), member.createdAt());
  }

  private static TransactionRecord other(TransactionRecord record) {
    return record.withTimes(at -> at.plusMillis(1));
  }

  /** Returns whether the store is as a removal leaves it. */
  static boolean isGone(Records after, Removal removal) {
    Lookup read = after.findMembers(List.of(new TransactionId(removal.id()))).get(0);
    return removal
        .receipt()
        .map(
            receipt ->
                read.receipt().stream().anyMatch(there -> there.digest().equals(receipt.digest())))
        .orElse(read.kind() == Lookup.Kind.ABSENT);
  }

  /** A worker has a member name only a record that lists it: only these are looked for. */
  static List<Lookup> naming(TransactionRecord record, Records store) {
    return store.list(RecordQuery.naming(record)).stream()
        .filter(
            found ->
                record.isTombstone() || record.members().contains(new TransactionId(found.id())))
        .toList();
  }
}
