package io.twophase.app.audit;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.ports.CarriedBalanceRepository;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The carried balance of each account, as it was read at about one moment. */
final class CarriedBooks {

  private final Map<AccountId, CarriedBalance> balances = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  static CarriedBooks read(CarriedBalanceRepository carried) {
    CarriedBooks books = new CarriedBooks();
    carried.scan(
        lookup ->
            lookup
                .peek(balance -> books.balances.put(balance.account(), balance))
                .peekLeft(books.faults::add));
    return books;
  }

  /**
   * Returns whether the effect of a transaction on an account is in what is carried of the account.
   */
  boolean has(AccountId account, Lookup transaction) {
    return Optional.ofNullable(balances.get(account))
        .filter(balance -> balance.has(transaction.record().flatMap(Ending::of)))
        .isPresent();
  }

  /** Returns what is carried of an account. */
  BigInteger sum(AccountId account) {
    return Optional.ofNullable(balances.get(account))
        .map(CarriedBalance::sum)
        .orElse(BigInteger.ZERO);
  }

  /** The accounts of which anything is carried. */
  Set<AccountId> accounts() {
    return new HashSet<>(balances.keySet());
  }

  /** Why some of it cannot be read. */
  List<String> faults() {
    return faults;
  }

  boolean isAsBefore(CarriedBooks before) {
    return balances.equals(before.balances);
  }
}
