package io.twophase.test.equality;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random calls on both ports, of few accounts and few records, so that they meet often. */
final class RandomCalls {

  /** Less than a minute in all, for how much two clocks differ is measured once a minute. */
  private static final int LONGEST_WAIT_MILLIS = 400;

  private final Random random;
  private final RandomAccountCalls accounts;
  private final RandomRecordCalls records;
  private AccountId changed;

  private RandomCalls(Random random) {
    this.random = random;
    this.accounts = new RandomAccountCalls(random);
    this.records = new RandomRecordCalls(random);
    this.changed = accounts.anyAccount();
  }

  /** So many calls; the first open accounts. */
  static List<Call> of(Random random, int calls) {
    RandomCalls any = new RandomCalls(random);
    List<Call> sequence = new ArrayList<>();
    sequence.add(any.accounts.openAll());
    while (sequence.size() < calls) {
      sequence.add(any.next());
    }
    return sequence;
  }

  private Call next() {
    int kind = random.nextInt(100);
    if (kind < 4) {
      return accounts.open();
    } else if (kind < 10) {
      return change();
    } else if (kind < 32) {
      return accounts.place();
    } else if (kind < 58) {
      return accounts.onHolds(holdChange());
    } else if (kind < 61) {
      return new Call.FindAccounts(some(5, accounts::anyAccount));
    } else if (kind < 62) {
      return new Call.FindLatestAccount(accounts.anyAccount());
    } else if (kind < 74) {
      return records.begin();
    } else if (kind < 90) {
      return records.advance();
    } else if (kind < 92) {
      return records.find();
    } else if (kind < 94) {
      return records.latest();
    } else if (kind < 97) {
      return records.unfinished();
    }
    return new Call.Wait(Duration.ofMillis(1 + random.nextInt(LONGEST_WAIT_MILLIS)));
  }

  /** Of one account often several in a row. */
  private Call change() {
    if (random.nextBoolean()) {
      changed = accounts.anyAccount();
    }
    return new Call.Change(changed, status());
  }

  private StatusChange status() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> StatusChange.CLOSE;
      case 3, 4 -> StatusChange.FREEZE;
      default -> StatusChange.UNFREEZE;
    };
  }

  private Call.HoldChange holdChange() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> Call.HoldChange.STAMP;
      case 2 -> Call.HoldChange.WITHDRAW;
      case 3 -> Call.HoldChange.RELEASE;
      default -> Call.HoldChange.SETTLE;
    };
  }

  private List<AccountId> some(int most, Supplier<AccountId> ids) {
    List<AccountId> some = new ArrayList<>();
    for (int left = 1 + random.nextInt(most); left > 0; left--) {
      some.add(ids.get());
    }
    return some;
  }
}
