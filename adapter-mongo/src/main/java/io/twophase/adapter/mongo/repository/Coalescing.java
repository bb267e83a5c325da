package io.twophase.adapter.mongo.repository;

import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Side;
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
final class Coalescing {

  /**
   * How many holds one update removes. A server looks for each among the account's holds, and batch
   * after batch they lie in the order in which they are removed: so few are found near the front,
   * and many would each be looked for far behind; but each update costs what the document weighs.
   */
  static final int REMOVED_AT_ONCE = 128;

  private Coalescing() {}

  /**
   * Holds: all of an account in one group, or each in a group of its own. Nothing in between, for
   * of two groups the first might be refused and the second not, against the order asked.
   */
  static List<Group> ofHolds(List<Leg> legs, HoldLimit limit) {
    List<Group> groups = new ArrayList<>(legs.size());
    for (Group ofAccount : byAccount(legs)) {
      if (ofAccount.size() <= limit.holds() && areAlike(ofAccount)) {
        groups.add(ofAccount);
      } else {
        groups.addAll(cut(ofAccount, 1));
      }
    }
    return groups;
  }

  /** Settles, releases or withdrawals: those of an account and an epoch, a few to a group. */
  static List<Group> ofRemovals(List<Leg> legs) {
    List<Group> groups = new ArrayList<>(legs.size());
    for (Group ofAccount : byAccount(legs)) {
      groups.addAll(cut(ofAccount, areAlike(ofAccount) ? REMOVED_AT_ONCE : 1));
    }
    return groups;
  }

  /** Each leg in a group of its own, in the order asked. */
  static List<Group> singly(List<Leg> legs) {
    List<Group> groups = new ArrayList<>(legs.size());
    for (int at = 0; at < legs.size(); at++) {
      Group alone = new Group();
      alone.add(at, legs.get(at));
      groups.add(alone);
    }
    return groups;
  }

  private static Collection<Group> byAccount(List<Leg> legs) {
    Map<AccountId, Group> byAccount = new LinkedHashMap<>();
    for (int at = 0; at < legs.size(); at++) {
      byAccount
          .computeIfAbsent(legs.get(at).account(), account -> new Group())
          .add(at, legs.get(at));
    }
    return byAccount.values();
  }

  private static List<Group> cut(Group group, int size) {
    if (group.size() <= size) {
      return List.of(group);
    }
    List<Group> cut = new ArrayList<>();
    for (int at = 0; at < group.size(); at++) {
      if (at % size == 0) {
        cut.add(new Group());
      }
      cut.get(cut.size() - 1).add(group.places().get(at), group.legs().get(at));
    }
    return cut;
  }

  /** Each of another transaction, all of one currency and one epoch, with sums within int64. */
  private static boolean areAlike(Group group) {
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

  private static boolean isWithinInt64(Group group) {
    try {
      return group.sum(Side.DEBIT) >= 0 && group.sum(Side.CREDIT) >= 0;
    } catch (ArithmeticException overflow) {
      return false;
    }
  }
}
