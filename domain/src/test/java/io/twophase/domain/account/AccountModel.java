package io.twophase.domain.account;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;

import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an account ought to do, said again in another way: unbounded numbers, mutable, every figure
 * summed up from the holds each time. It answers whether a write takes effect.
 */
final class AccountModel {

  private record Held(long epoch, Direction direction, BigInteger amount) {
    boolean isOf(Direction otherDirection, long otherAmount) {
      return direction == otherDirection && amount.equals(BigInteger.valueOf(otherAmount));
    }
  }

  private final BigInteger lowest;
  private final BigInteger highest;
  private final Map<String, Held> holds = new TreeMap<>();
  private BigInteger balance;
  private AccountStatus status = AccountStatus.ACTIVE;

  AccountModel(long balance, long floor, long ceiling) {
    this.balance = BigInteger.valueOf(balance);
    this.lowest = BigInteger.valueOf(floor);
    this.highest = BigInteger.valueOf(ceiling);
  }

  /** Allowed only if, with every debit (or credit) settled and no credit (or debit), it fits. */
  boolean hold(String transaction, long epoch, Direction direction, long amount) {
    BigInteger value = BigInteger.valueOf(amount);
    BigInteger worst =
        direction == Direction.DEBIT
            ? balance.subtract(held(Direction.DEBIT)).subtract(value)
            : balance.add(held(Direction.CREDIT)).add(value);
    boolean fits = worst.compareTo(lowest) >= 0 && worst.compareTo(highest) <= 0;
    if (holds.containsKey(transaction) || status != AccountStatus.ACTIVE || !fits) {
      return false;
    }
    holds.put(transaction, new Held(epoch, direction, value));
    return true;
  }

  boolean stamp(String transaction, long epoch, Direction direction, long amount) {
    Held held = holds.get(transaction);
    if (held == null || !held.isOf(direction, amount) || held.epoch() >= epoch) {
      return false;
    }
    holds.put(transaction, new Held(epoch, held.direction(), held.amount()));
    return true;
  }

  boolean settle(String transaction, long epoch, Direction direction, long amount) {
    Held held = holds.get(transaction);
    if (held == null || !held.isOf(direction, amount) || held.epoch() != epoch) {
      return false;
    }
    balance =
        held.direction() == Direction.DEBIT
            ? balance.subtract(held.amount())
            : balance.add(held.amount());
    holds.remove(transaction);
    return true;
  }

  boolean release(String transaction, Direction direction, long amount) {
    Held held = holds.get(transaction);
    return held != null && held.isOf(direction, amount) && holds.remove(transaction) != null;
  }

  boolean withdraw(String transaction, long epoch, Direction direction, long amount) {
    Held held = holds.get(transaction);
    return held != null && held.epoch() == epoch && release(transaction, direction, amount);
  }

  /** What a transaction holds, or an operation that nothing holds. */
  AccountOperation heldBy(String transaction) {
    Held held = holds.getOrDefault(transaction, new Held(1, Direction.DEBIT, BigInteger.TWO));
    Money amount = cents(held.amount().longValueExact());
    return held.direction() == Direction.DEBIT ? debit("A", amount) : credit("A", amount);
  }

  boolean change(StatusChange change) {
    if (status == AccountStatus.CLOSED) {
      return change == StatusChange.CLOSE;
    }
    if (change == StatusChange.CLOSE && (balance.signum() != 0 || !holds.isEmpty())) {
      return false;
    }
    status =
        switch (change) {
          case FREEZE -> AccountStatus.FROZEN;
          case UNFREEZE -> AccountStatus.ACTIVE;
          case CLOSE -> AccountStatus.CLOSED;
        };
    return true;
  }

  AccountStatus status() {
    return status;
  }

  BigInteger balance() {
    return balance;
  }

  BigInteger available() {
    return balance.subtract(lowest).subtract(held(Direction.DEBIT));
  }

  BigInteger receivable() {
    return highest.subtract(balance).subtract(held(Direction.CREDIT));
  }

  int holds() {
    return holds.size();
  }

  private BigInteger held(Direction direction) {
    return holds.values().stream()
        .filter(held -> held.direction() == direction)
        .map(Held::amount)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }
}
