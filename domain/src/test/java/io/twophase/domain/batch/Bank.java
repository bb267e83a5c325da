package io.twophase.domain.batch;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Accounts A, B, C …, and transfers as "AB1": 1 from A to B. Their ids are m1, m2, … */
final class Bank {

  static final long CEILING = 9;

  private final Map<AccountId, Long> balances = new HashMap<>();
  private final Map<AccountId, Long> ceilings = new HashMap<>();
  private final Set<AccountId> busy = new HashSet<>();

  /** So much on A, on B, and so on; an account that has less than zero is missing. */
  Bank(long... balances) {
    for (int at = 0; at < balances.length; at++) {
      if (balances[at] >= 0) {
        this.balances.put(account(at), balances[at]);
        ceilings.put(account(at), CEILING);
      }
    }
  }

  static AccountId account(int place) {
    return accountId(String.valueOf((char) ('A' + place)));
  }

  static TransactionId id(int place) {
    return transactionId("m" + (place + 1));
  }

  static List<Member> members(String text) {
    List<Member> members = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      members.add(
          new Member(
              id(members.size()),
              accountId(word.substring(0, 1)),
              accountId(word.substring(1, 2)),
              Long.parseLong(word.substring(2))));
    }
    return members;
  }

  Bank ceiling(String account, long ceiling) {
    ceilings.put(accountId(account), ceiling);
    return this;
  }

  Bank busy(String account) {
    busy.add(accountId(account));
    return this;
  }

  boolean has(AccountId account) {
    return balances.containsKey(account);
  }

  long available(AccountId account) {
    return balances.get(account);
  }

  long receivable(AccountId account) {
    return ceilings.get(account) - balances.get(account);
  }

  /** What the accounts answer to the batch's holds, if nobody comes between. */
  Map<AccountId, AccountAnswer> answers(Batch batch, Batch.Seen seen) {
    Map<AccountId, AccountAnswer> answers = new HashMap<>();
    List<Member> part = batch.part(seen);
    for (AccountId account : Batch.accounts(part)) {
      answers.put(account, answer(account, part));
    }
    return answers;
  }

  private AccountAnswer answer(AccountId account, List<Member> part) {
    if (!has(account)) {
      return new AccountAnswer.Refused(new HoldRefusal.NoSuchAccount(account));
    }
    if (busy.contains(account)) {
      return new AccountAnswer.Busy();
    }
    return new AccountAnswer.Held(
        Batch.within(account, part, available(account), receivable(account)));
  }

  Verdict run(Batch batch, Batch.Seen seen) {
    return Run.of(batch, seen, answers(batch, seen), () -> USD);
  }

  /** Settles what happened. */
  void settle(List<Member> applied) {
    balances.replaceAll((account, balance) -> balance + Batch.net(account, applied));
  }

  /** Runs the rows one after the other, by themselves: which happen. */
  List<TransactionId> oneByOne(List<Member> rows) {
    List<TransactionId> happened = new ArrayList<>();
    for (Member row : rows) {
      boolean fits =
          has(row.source())
              && has(row.destination())
              && available(row.source()) >= row.amount()
              && receivable(row.destination()) >= row.amount();
      if (fits) {
        balances.merge(row.source(), -row.amount(), Long::sum);
        balances.merge(row.destination(), row.amount(), Long::sum);
        happened.add(row.id());
      }
    }
    return happened;
  }
}
