package io.twophase.app.simulation;

import io.twophase.app.simulation.world.World;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.testing.Fixtures;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The accounts there are, and what is asked for: much of it on few of them, some of it in vain. */
final class Requests {

  private static final int HOT = 3;
  private static final int OTHERS = 40;
  private static final int RECENT = 40;
  private static final int IN_FLIGHT = 8;
  private static final long NO_CEILING = 1L << 40;
  private static final List<AccountId> IN_VAIN =
      List.of(id("frozen"), id("full"), id("euro"), id("nobody"));

  private final World world;
  private final Random random;
  private final List<TransferRequest> all = new ArrayList<>();
  private int others = OTHERS;
  private int goal;
  private int forgotten;

  Requests(World world) {
    this.world = world;
    this.random = world.random();
  }

  void openAccounts() {
    for (int number = 0; number < HOT; number++) {
      open("hot" + number, 15_000, 0, number == 0 ? 20_000 : NO_CEILING, Fixtures.USD);
    }
    for (int number = 0; number < OTHERS; number++) {
      int balance = random.nextInt(1_000);
      long floor = number % 5 == 0 ? -300 : 0;
      long ceiling = number % 7 == 0 ? balance + 500 : NO_CEILING;
      open("other" + number, balance, floor, ceiling, Fixtures.USD);
    }
    open("frozen", 1_000, 0, NO_CEILING, Fixtures.USD);
    open("full", 1_000, 0, 1_000, Fixtures.USD);
    open("euro", 1_000, 0, NO_CEILING, Fixtures.EUR);
    world.store().accounts().change(id("frozen"), StatusChange.FREEZE);
  }

  private void open(String name, long balance, long floor, long ceiling, Currency currency) {
    Opening opening =
        new Opening(
            id(name),
            new Money(balance, currency),
            new Money(floor, currency),
            new Money(ceiling, currency),
            Direction.CREDIT);
    world.auditor().accounts().opened(opening);
    world.store().accounts().open(List.of(opening));
  }

  /** From now on all is asked of a few, which have little. */
  void ofFew() {
    others = 5;
  }

  /** From now on so many are to be asked for, in all. */
  void askUntil(int newGoal) {
    goal = newGoal;
  }

  /** Nobody asks any more for what was asked for until now. */
  void forget() {
    forgotten = all.size();
  }

  /** Whether all that is to be asked for now has been. */
  boolean isSpent() {
    return all.size() >= goal;
  }

  /** A new one. */
  TransferRequest next() {
    TransferRequest whole =
        new TransferRequest(
            new TransactionId("t" + all.size()), account(), account(), Fixtures.cents(amount()));
    TransferRequest request =
        random.nextInt(8) == 0
            ? whole.takingAtMost()
            : periodOfPosting().map(whole::inPeriod).orElse(whole);
    all.add(request);
    world.auditor().asked(request);
    return request;
  }

  /** Some are postings, where there are periods: of which. */
  Optional<PeriodName> periodOfPosting() {
    List<PeriodName> periods = world.periods();
    return !periods.isEmpty() && random.nextInt(3) == 0
        ? Optional.of(periods.get(random.nextInt(periods.size())))
        : Optional.empty();
  }

  /** One that somebody has asked for, mostly not long ago. */
  TransferRequest recent() {
    int known = all.size() - forgotten;
    if (known == 0) {
      return next();
    }
    int reach =
        switch (random.nextInt(4)) {
          case 0 -> known;
          case 1 -> RECENT;
          default -> IN_FLIGHT;
        };
    return all.get(all.size() - 1 - random.nextInt(Math.min(reach, known)));
  }

  /** All that were asked for and have no certain answer. */
  List<TransferRequest> unanswered() {
    return all.stream()
        .filter(request -> !world.auditor().answers().isCertain(request.id().value()))
        .toList();
  }

  /** An account that may be frozen for a while. */
  AccountId other() {
    return id("other" + random.nextInt(others));
  }

  /** One that much is asked of, or another; now and then one that nothing is to be had of. */
  AccountId account() {
    int kind = random.nextInt(100);
    if (kind < 50 && others == OTHERS) {
      return id("hot" + random.nextInt(HOT));
    }
    return kind < 97 ? other() : IN_VAIN.get(random.nextInt(IN_VAIN.size()));
  }

  private long amount() {
    int kind = random.nextInt(100);
    if (kind == 0) {
      return 0;
    }
    return kind < 4 ? 100_000 : 1 + random.nextInt(300);
  }

  private static AccountId id(String value) {
    return new AccountId(value);
  }
}
