package io.twophase.domain.batch.protocol;

import io.twophase.domain.account.RangeLook;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.range.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the members that take part ask of each account. Each is looked at once. */
final class Demand {

  private final Map<AccountId, List<Member>> byAccount;

  private Demand(Map<AccountId, List<Member>> byAccount) {
    this.byAccount = byAccount;
  }

  static Demand of(BatchKnowledge knowledge) {
    return new Demand(byAccount(knowledge.batch().part(knowledge.seen())));
  }

  /** Members by the accounts that they touch, each list in their order. */
  static Map<AccountId, List<Member>> byAccount(List<Member> members) {
    Map<AccountId, List<Member>> byAccount = new LinkedHashMap<>();
    for (Member member : members) {
      byAccount.computeIfAbsent(member.source(), none -> new ArrayList<>(1)).add(member);
      byAccount.computeIfAbsent(member.destination(), none -> new ArrayList<>(1)).add(member);
    }
    return byAccount;
  }

  /** The accounts, in the order in which they are first named. */
  Set<AccountId> accounts() {
    return byAccount.keySet();
  }

  private List<Member> of(AccountId account) {
    return byAccount.getOrDefault(account, List.of());
  }

  Range sums(AccountId account) {
    return Batch.sums(account, of(account));
  }

  /** What the account is asked for that has so much: the sums, or less where they do not fit. */
  Range within(AccountId account, RangeLook.Bounds bounds) {
    return Batch.within(account, of(account), bounds.available(), bounds.receivable());
  }
}
