package io.twophase.domain.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.TransactionId;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the decision of a batch says of its members, which the record keeps. A member that is named
 * here in no way, and is not excluded, is applied.
 *
 * @param refused who never happens, and why
 * @param left who was left out: neither happened nor refused, free for another batch
 */
public record Verdict(
    LinkedHashMap<TransactionId, HoldRefusal> refused, LinkedHashSet<TransactionId> left) {

  /** The same of what a run has found, in the order in which it did. */
  static Verdict of(Map<TransactionId, HoldRefusal> refused, Set<TransactionId> left) {
    return new Verdict(LinkedHashMap.ofAll(refused), LinkedHashSet.ofAll(left));
  }

  /** All members happen. */
  public static Verdict allApplied() {
    return new Verdict(LinkedHashMap.empty(), LinkedHashSet.empty());
  }

  /** Whether it says nothing against the member: unless it is excluded, it happens. */
  public boolean applies(TransactionId member) {
    return !refused.containsKey(member) && !left.contains(member);
  }
}
