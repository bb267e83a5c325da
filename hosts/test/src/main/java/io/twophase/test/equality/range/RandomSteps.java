package io.twophase.test.equality.range;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.range.Range;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random calls, of few accounts and few batches, so that they meet often. */
final class RandomSteps {

  /** Ordinary ones, and those whose figures are at the ends of int64. */
  static final List<Opening> OPENINGS =
      List.of(
          account("A").opening(cents(100)),
          account("B").overdraft(cents(20)).ceiling(cents(60)).opening(cents(-5)),
          account("C").ceiling(cents(30)).opening(cents(0)),
          account("euros").opening(eur("0.50")),
          account("rich").opening(cents(Long.MAX_VALUE)),
          account("deep").overdraft(cents(Long.MAX_VALUE)).opening(cents(-Long.MAX_VALUE)));

  static final List<AccountId> ACCOUNTS =
      Stream.concat(OPENINGS.stream().map(Opening::id), Stream.of(new AccountId("nowhere")))
          .toList();

  private RandomSteps() {}

  /** So many. */
  static List<Step> of(Random random, int calls) {
    return IntStream.range(0, calls).mapToObj(at -> step(random)).toList();
  }

  private static Step step(Random random) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return new Step.Change(
          anyAccount(random), random.nextInt(4) == 0 ? StatusChange.CLOSE : thaw(random));
    }
    return kind < 6
        ? new Step.Lone(
            List.of("hold", "hold", "settle", "stamp", "release").get(kind - 1), leg(random))
        : new Step.Ask(drawn(random));
  }

  private static StatusChange thaw(Random random) {
    return random.nextInt(3) == 0 ? StatusChange.FREEZE : StatusChange.UNFREEZE;
  }

  private static Leg leg(Random random) {
    Money amount = cents(1 + random.nextInt(12));
    String account = anyAccount(random).value();
    return new Leg(
        transactionId("t" + random.nextInt(4)),
        epoch(1 + random.nextInt(2)),
        random.nextBoolean() ? debit(account, amount) : credit(account, amount));
  }

  /** Of different accounts: a call asks an account for one thing. */
  private static List<Drawn> drawn(Random random) {
    List<AccountId> accounts = new ArrayList<>(ACCOUNTS);
    Collections.shuffle(accounts, random);
    int size = random.nextBoolean() ? 1 : 1 + random.nextInt(ACCOUNTS.size());
    Drawn.Kind kind = kind(random);
    boolean isOfOneKind = random.nextInt(4) > 0;
    List<Drawn> drawn = new ArrayList<>();
    for (AccountId account : accounts.subList(0, size)) {
      drawn.add(
          new Drawn(
              isOfOneKind ? kind : kind(random),
              new BatchId("batch:" + random.nextInt(3)),
              account,
              epoch(1 + random.nextInt(3)),
              range(random),
              random.nextInt(100),
              random.nextInt(4)));
    }
    return drawn;
  }

  private static Drawn.Kind kind(Random random) {
    Drawn.Kind[] kinds = Drawn.Kind.values();
    return random.nextInt(3) == 0 ? Drawn.Kind.HOLD : kinds[random.nextInt(kinds.length)];
  }

  private static AccountId anyAccount(Random random) {
    return ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
  }

  private static Range range(Random random) {
    return new Range(
        random.nextInt(15),
        random.nextInt(15),
        Option.when(random.nextInt(4) == 0, () -> (long) random.nextInt(120)),
        Option.when(random.nextInt(4) == 0, () -> (long) random.nextInt(120)));
  }
}
