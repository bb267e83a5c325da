package io.twophase.domain.authorization;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The amounts that a decision moves of what is held: of an authorization what was captured, of a
 * debit that takes as much as there is what there was. It is read from the decided record and from
 * nowhere else: who settled another amount would make money, or lose it.
 *
 * @param amounts how much is moved of each operation on an account, in their order, in minor units,
 *     above zero; empty if all that is held is
 * @param less the same by account, of those of which less is moved than is held
 */
public record Captured(List<Long> amounts, Map<AccountId, Long> less) {

  /** All that is asked for: of nearly all transactions. */
  public static final Captured IN_FULL = new Captured(List.of(), Map.of());

  /** The amounts do not change. */
  public Captured {
    amounts = List.copyOf(amounts);
    // in their order, so that it is the same text in each process
    less = Collections.unmodifiableMap(new LinkedHashMap<>(less));
  }

  /**
   * So much of each operation on an account.
   *
   * @param held the operations, in their order
   * @param amounts of each, in minor units
   * @throws IllegalArgumentException if there is not one amount for each, above zero and at most
   *     what is held
   */
  public static Captured of(List<AccountOperation> held, List<Long> amounts) {
    if (held.size() != amounts.size()) {
      throw new IllegalArgumentException(amounts.size() + " amounts of " + held.size());
    }
    Map<AccountId, Long> less = new LinkedHashMap<>();
    for (int at = 0; at < held.size(); at++) {
      long amount = amounts.get(at);
      long there = held.get(at).amount().minor();
      if (amount <= 0 || amount > there) {
        throw new IllegalArgumentException(amount + " of " + held.get(at));
      }
      if (amount != there) {
        less.put(held.get(at).account(), amount);
      }
    }
    return less.isEmpty() ? IN_FULL : new Captured(amounts, less);
  }

  /** Returns whether all that is asked for is moved. */
  public boolean isInFull() {
    return less.isEmpty();
  }

  /** Returns how much of an operation is moved, in minor units. */
  public long amountOf(AccountOperation operation) {
    return less.isEmpty()
        ? operation.amount().minor()
        : less.getOrDefault(operation.account(), operation.amount().minor());
  }

  /** The operation, of the amount that is moved. */
  public AccountOperation of(AccountOperation operation) {
    if (less.isEmpty()) {
      return operation;
    }
    Money moved = new Money(amountOf(operation), operation.amount().currency());
    return operation.fold(
        debit -> new Debit(debit.account(), moved), credit -> new Credit(credit.account(), moved));
  }

  /** The operations, each of the amount that is moved. */
  public List<AccountOperation> of(List<AccountOperation> operations) {
    if (less.isEmpty()) {
      return operations;
    }
    List<AccountOperation> moved = new ArrayList<>(operations.size());
    operations.forEach(operation -> moved.add(of(operation)));
    return moved;
  }
}
