package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import java.util.List;

/**
 * A decision says by it what becomes of the members of a record. A member that is neither refused
 * nor left out, and is not excluded, is applied.
 *
 * @param refused who never happens, and why
 * @param left who was left out: neither happened nor refused, free for another record
 * @param unseen the members for which nothing was held at the deciding epoch, since no document of
 *     theirs was seen to name the record, excluded members too. A document of every other member is
 *     there until the record has ended, and a worker that ends the record's holds must have read it
 * @param moved of applied members that move less than they ask for, the amounts of their operations
 *     on accounts, in minor units
 */
public record Verdict(
    LinkedHashMap<TransactionId, CancelReason> refused,
    LinkedHashSet<TransactionId> left,
    LinkedHashSet<TransactionId> unseen,
    LinkedHashMap<TransactionId, List<Long>> moved) {

  /** All members happen in full: the verdict of an undecided record, too. */
  public static final Verdict ALL_APPLIED =
      new Verdict(
          LinkedHashMap.empty(),
          LinkedHashSet.empty(),
          LinkedHashSet.empty(),
          LinkedHashMap.empty());

  /** The verdict of a record that is canceled as a whole, with the members that are unseen. */
  public static Verdict ofCanceled(List<TransactionId> unseen) {
    return ALL_APPLIED.withUnseen(LinkedHashSet.ofAll(unseen));
  }

  /** The verdict of an only member that moves these amounts; all that it asks for if empty. */
  static Verdict moving(TransactionId only, List<Long> amounts) {
    return amounts.isEmpty()
        ? ALL_APPLIED
        : new Verdict(
            LinkedHashMap.empty(),
            LinkedHashSet.empty(),
            LinkedHashSet.empty(),
            LinkedHashMap.of(only, List.copyOf(amounts)));
  }

  /** The fate of a member that is listed and not excluded, in a record that is not canceled. */
  public Fate of(TransactionId member) {
    if (isOfAll()) {
      return Fate.APPLIED;
    }
    if (left.contains(member)) {
      return Fate.LEFT;
    }
    return refused
        .get(member)
        .toJavaOptional()
        .map(Fate::refused)
        .orElseGet(
            () -> moved.get(member).toJavaOptional().map(Fate::applied).orElse(Fate.APPLIED));
  }

  /** Whether the verdict lets all members happen, in full. */
  boolean isOfAll() {
    return refused.isEmpty() && left.isEmpty() && moved.isEmpty();
  }

  /** Whether a member that is not excluded happens. */
  public boolean applies(TransactionId member) {
    return !left.contains(member) && !refused.containsKey(member);
  }

  private Verdict withUnseen(LinkedHashSet<TransactionId> members) {
    return new Verdict(refused, left, members, moved);
  }
}
