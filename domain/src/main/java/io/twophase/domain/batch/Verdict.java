package io.twophase.domain.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.TransactionId;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the decision of a batch says of its members, which the record keeps. A member that is
 * neither refused nor left out, and is not excluded, is applied.
 *
 * @param refused who never happens, and why
 * @param left who was left out: neither happened nor refused, free for another batch
 * @param unseen the members for which nothing was ever held, since no document of theirs named the
 *     batch, as its owner has seen: of all others a document is there until the batch has ended,
 *     and who ends its holds has read it
 */
public record Verdict(
    LinkedHashMap<TransactionId, HoldRefusal> refused,
    LinkedHashSet<TransactionId> left,
    LinkedHashSet<TransactionId> unseen) {

  /** One of a batch of which all members' documents were seen. */
  public Verdict(
      LinkedHashMap<TransactionId, HoldRefusal> refused, LinkedHashSet<TransactionId> left) {
    this(refused, left, LinkedHashSet.empty());
  }

  /** The same of what a run has found, in the order in which it did. */
  static Verdict of(
      Map<TransactionId, HoldRefusal> refused,
      Set<TransactionId> left,
      List<TransactionId> unseen) {
    return new Verdict(
        LinkedHashMap.ofAll(refused), LinkedHashSet.ofAll(left), LinkedHashSet.ofAll(unseen));
  }

  /** All members happen. */
  public static Verdict allApplied() {
    return new Verdict(LinkedHashMap.empty(), LinkedHashSet.empty());
  }

  /** None happens: the batch is canceled as a whole. */
  public static Verdict ofCanceled(List<TransactionId> unseen) {
    return new Verdict(LinkedHashMap.empty(), LinkedHashSet.empty(), LinkedHashSet.ofAll(unseen));
  }

  /** Whether it says nothing against the member: unless it is excluded, it happens. */
  public boolean applies(TransactionId member) {
    return !refused.containsKey(member) && !left.contains(member);
  }
}
