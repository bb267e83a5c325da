package io.twophase.domain.reading;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ids under which a store has the records of holds. No id is there twice.
 *
 * @param transactions records of one, and members of the others, which bring their records
 * @param records records of several that hold ranges: such a hold names no member
 */
public record HolderIds(List<TransactionId> transactions, List<RecordId> records) {

  static HolderIds of(List<Hold> holds) {
    return new HolderIds(
        holds.stream().filter(hold -> !isSum(hold)).map(Hold::transaction).distinct().toList(),
        holds.stream().filter(HolderIds::isSum).map(Hold::record).distinct().toList());
  }

  /**
   * Returns whether several members may share the hold: each member's body says a part of its
   * effect.
   */
  static boolean isSum(Hold hold) {
    return hold.record().isOfMany() && hold.member().isEmpty();
  }

  /** Both as the holds name them, the transactions first. */
  List<TransactionId> all() {
    return Stream.concat(transactions.stream(), records.stream().map(RecordId::transaction))
        .toList();
  }
}
