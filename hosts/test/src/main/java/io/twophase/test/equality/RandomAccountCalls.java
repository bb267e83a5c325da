package io.twophase.test.equality;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Random openings and legs. */
final class RandomAccountCalls {

  private static final int LARGEST_CALL = 14;
  private static final int TRANSACTIONS = 16;
  private static final int EPOCHS = 3;
  private static final int REMEMBERED = 24;

  /** Ordinary ones, and those whose figures are at the ends of int64. */
  private static final List<Opening> OPENINGS =
      List.of(
          account("A").opening(cents(100)),
          account("B").overdraft(cents(20)).ceiling(cents(60)).opening(cents(-5)),
          account("C").ceiling(cents(30)).opening(cents(0)),
          account("kept").floor(cents(15)).ceiling(cents(90)).opening(cents(40)),
          account("asset").debitNormal().floor(cents(-10)).ceiling(cents(70)).opening(cents(20)),
          account("euros").opening(eur("0.50")),
          account("rich").opening(cents(Long.MAX_VALUE)),
          account("nearly rich").opening(cents(Long.MAX_VALUE - 40)),
          account("deep").overdraft(cents(Long.MAX_VALUE)).opening(cents(-Long.MAX_VALUE)),
          account("bottomless").overdraft(cents(Long.MAX_VALUE)).opening(cents(0)),
          account("boundless").opening(cents(0)));

  private static final AccountId NOWHERE = new AccountId("nowhere");

  private final Random random;
  private final Deque<Leg> placed = new ArrayDeque<>();

  RandomAccountCalls(Random random) {
    this.random = random;
  }

  /** All but one, which may be opened later. */
  Call openAll() {
    List<Opening> openings = new ArrayList<>(OPENINGS);
    openings.remove(random.nextInt(openings.size()));
    return new Call.Open(openings);
  }

  /** Some again, some of them with other figures, some twice in the call. */
  Call open() {
    List<Opening> openings = new ArrayList<>();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      Opening opening = OPENINGS.get(random.nextInt(OPENINGS.size()));
      openings.add(
          random.nextInt(3) == 0 ? account(opening.id().value()).opening(cents(7)) : opening);
    }
    return new Call.Open(openings);
  }

  /** Any that there is, or may be. */
  AccountId anyAccount() {
    int number = random.nextInt(OPENINGS.size() + 1);
    return number == OPENINGS.size() ? NOWHERE : OPENINGS.get(number).id();
  }

  /** Holds on any accounts, or on few, or on one; a transaction and a leg may be there twice. */
  Call place() {
    List<Leg> legs = legs();
    legs.forEach(placed::addLast);
    while (placed.size() > REMEMBERED) {
      placed.removeFirst();
    }
    return new Call.Place(legs);
  }

  /** Of holds that may be there, for they were asked for a while ago; some at another epoch. */
  Call onHolds(Call.HoldChange change) {
    if (placed.isEmpty() || random.nextInt(5) == 0) {
      return new Call.OnHolds(change, legs());
    }
    List<Leg> among = new ArrayList<>(placed);
    int epochsOff = random.nextInt(4);
    List<Leg> legs = new ArrayList<>();
    for (int left = 1 + random.nextInt(LARGEST_CALL); left > 0; left--) {
      Leg leg = among.get(random.nextInt(among.size()));
      boolean asPlaced = change != Call.HoldChange.STAMP && random.nextInt(10) >= epochsOff;
      legs.add(
          asPlaced
              ? leg
              : new Leg(
                  leg.transaction(),
                  epoch(1 + random.nextInt(EPOCHS)),
                  random.nextInt(4) > 0 ? leg.operation() : anyOperation(leg.account())));
    }
    return new Call.OnHolds(
        change,
        change == Call.HoldChange.SETTLE
            ? legs.stream().map(RandomAccountCalls::inPart).toList()
            : legs);
  }

  /** Of every other transaction half is captured, however often its settle is asked for. */
  private static Leg inPart(Leg leg) {
    long amount = leg.operation().amount().minor();
    return amount > 1 && leg.transaction().hashCode() % 2 == 0
        ? new Leg(leg.transaction(), leg.epoch(), leg.operation(), amount / 2)
        : leg;
  }

  private List<Leg> legs() {
    int accounts = 1 + random.nextInt(random.nextBoolean() ? 2 : OPENINGS.size());
    List<AccountId> among = new ArrayList<>();
    while (among.size() < accounts) {
      among.add(anyAccount());
    }
    int epoch = 1 + random.nextInt(EPOCHS);
    boolean sameEpoch = random.nextBoolean();
    List<Leg> legs = new ArrayList<>();
    for (int left = 1 + random.nextInt(LARGEST_CALL); left > 0; left--) {
      int transaction = random.nextInt(TRANSACTIONS);
      AccountId account = among.get(random.nextInt(accounts));
      legs.add(
          new Leg(
              transactionId("t" + transaction),
              epoch(sameEpoch ? epoch : 1 + random.nextInt(EPOCHS)),
              random.nextInt(16) > 0 ? operation(transaction, account) : anyOperation(account)));
    }
    return legs;
  }

  /** Seldom what a transaction holds on the account. */
  private AccountOperation anyOperation(AccountId account) {
    return operation(TRANSACTIONS + random.nextInt(TRANSACTIONS), account);
  }

  /** Mostly one operation for each transaction and account, so that a hold is what its legs say. */
  private static AccountOperation operation(int transaction, AccountId account) {
    int mixed = Math.floorMod((account.value() + transaction).hashCode() * 0x9E3779B9, 1 << 16);
    boolean debit = (mixed & 1) == 0;
    Money amount = amount(mixed >> 1, account);
    boolean atMost = mixed % 5 == 0;
    return debit ? new Debit(account, amount, atMost) : new Credit(account, amount);
  }

  private static Money amount(int mixed, AccountId account) {
    if (account.value().equals("euros") && mixed % 8 != 0) {
      return eur("0.%02d".formatted(1 + mixed % 17));
    }
    return cents(
        switch (mixed % 24) {
          case 0 -> Long.MAX_VALUE;
          case 1 -> Long.MAX_VALUE - 17;
          case 2 -> Long.MAX_VALUE / 2;
          case 3 -> Long.MAX_VALUE / 2 + 2;
          default -> 1 + mixed % 23;
        });
  }
}
