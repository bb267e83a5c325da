package io.twophase.adapter.mongo.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which legs of a call go in one update. A server's work is by the update and by the document's
 * weight, so a hot account's legs cost together little more than one of them alone.
 */
final class HoldCoalescing {

  /**
   * How many holds one update removes. A server looks for each among the account's holds, and batch
   * after batch they lie in the order in which they are removed: so few are found near the front,
   * and many would each be looked for far behind; but each update costs what the document weighs.
   */
  static final int REMOVED_AT_ONCE = 128;

  private HoldCoalescing() {}

  /**
   * Holds: all of an account in one group, or each in a group of its own. Nothing in between, for
   * of two groups the first might be refused and the second not, against the order asked.
   */
  static List<LegGroup> ofHolds(List<Leg> legs, HoldLimit limit) {
    List<LegGroup> groups = new ArrayList<>(legs.size());
    for (LegGroup ofAccount : byAccount(legs)) {
      if (ofAccount.size() <= limit.holds() && areAlike(ofAccount)) {
        groups.add(ofAccount);
      } else {
        groups.addAll(cut(ofAccount, 1));
      }
    }
    return groups;
  }

  /** Settles, releases or withdrawals: those of an account and an epoch, a few to a group. */
  static List<LegGroup> ofRemovals(List<Leg> legs) {
    List<LegGroup> groups = new ArrayList<>(legs.size());
    for (LegGroup ofAccount : byAccount(legs)) {
      groups.addAll(cut(ofAccount, areAlike(ofAccount) ? REMOVED_AT_ONCE : 1));
    }
    return groups;
  }

  /** Each leg in a group of its own, in the order asked. */
  static List<LegGroup> singly(List<Leg> legs) {
    List<LegGroup> groups = new ArrayList<>(legs.size());
    for (int at = 0; at < legs.size(); at++) {
      LegGroup alone = new LegGroup();
      alone.add(at, legs.get(at));
      groups.add(alone);
    }
    return groups;
  }

  private static Collection<LegGroup> byAccount(List<Leg> legs) {
    Map<AccountId, LegGroup> byAccount = new LinkedHashMap<>();
    for (int at = 0; at < legs.size(); at++) {
      byAccount
          .computeIfAbsent(legs.get(at).account(), account -> new LegGroup())
          .add(at, legs.get(at));
    }
    return byAccount.values();
  }

  private static List<LegGroup> cut(LegGroup group, int size) {
    if (group.size() <= size) {
      return List.of(group);
    }
    List<LegGroup> cut = new ArrayList<>();
    for (int at = 0; at < group.size(); at++) {
      if (at % size == 0) {
        cut.add(new LegGroup());
      }
      cut.get(cut.size() - 1).add(group.places().get(at), group.legs().get(at));
    }
    return cut;
  }

  /** Each of another transaction, all of one currency and one epoch, with sums within int64. */
  private static boolean areAlike(LegGroup group) {
    if (group.size() == 1) {
      return true;
    }
    Leg first = group.first();
    Set<TransactionId> transactions = new HashSet<>();
    for (Leg leg : group.legs()) {
      boolean alike =
          leg.epoch().equals(first.epoch())
              && leg.operation().amount().currency().equals(first.operation().amount().currency());
      if (!alike || !transactions.add(leg.transaction())) {
        return false;
      }
    }
    return isWithinInt64(group);
  }

  private static boolean isWithinInt64(LegGroup group) {
    try {
      return group.sum(Direction.DEBIT) >= 0 && group.sum(Direction.CREDIT) >= 0;
    } catch (ArithmeticException overflow) {
      return false;
    }
  }
}
