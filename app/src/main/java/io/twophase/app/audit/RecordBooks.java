package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.CARRIED_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.TRANSACTION_UNREADABLE;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Adds up the effects on each account that the records say have happened. */
final class RecordBooks implements Check {

  private final Map<State, Long> counts = new EnumMap<>(State.class);
  private final Map<Currency, Map<AccountId, BigInteger>> moved =
      new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
  private final Map<RecordId, Asked> unfinished = new HashMap<>();
  private final CarriedBooks carried;
  private final Findings findings;

  /**
   * @param carried what is in it is not counted again
   */
  RecordBooks(CarriedBooks carried, Findings findings) {
    this.carried = carried;
    this.findings = findings;
  }

  @Override
  public void see(Lookup lookup) {
    lookup.transaction().ifPresent(transaction -> add(lookup, transaction));
    lookup.fault().ifPresent(fault -> findings.add(TRANSACTION_UNREADABLE, lookup.id(), fault));
  }

  private void add(Lookup lookup, Transaction transaction) {
    counts.merge(transaction.state(), 1L, Long::sum);
    count(lookup, transaction);
    lookup
        .record()
        .filter(record -> !record.state().isFinal())
        .ifPresent(
            record ->
                unfinished.computeIfAbsent(record.id(), id -> new Asked(record)).add(transaction));
  }

  private void count(Lookup lookup, Transaction transaction) {
    boolean happened =
        (transaction.state() == State.APPLIED || transaction.state() == State.DONE)
            && !isInTheOpenings(transaction);
    for (AccountOperation operation : transaction.capturedOperations()) {
      if (happened && !carried.has(operation.account(), lookup)) {
        moved
            .computeIfAbsent(operation.amount().currency(), none -> new HashMap<>())
            .merge(operation.account(), signed(operation), BigInteger::add);
      }
    }
  }

  /**
   * A done record without an epoch was done by the tutorial's protocol. Its accounts were adopted
   * later, and their opening balance is the balance at adoption, which includes this transaction.
   */
  private static boolean isInTheOpenings(Transaction record) {
    return record.state() == State.DONE && record.epoch().equals(Epoch.NONE);
  }

  /** The amount; negative if it leaves the account. */
  static BigInteger signed(AccountOperation operation) {
    BigInteger amount = BigInteger.valueOf(operation.amount().minor());
    return operation.fold(debit -> amount.negate(), credit -> amount);
  }

  /**
   * Returns what applied and done transactions move in all on {@code account}, settled or not yet,
   * with what is carried of it.
   */
  BigInteger moved(AccountId account) {
    BigInteger all = carried.sum(account);
    for (Map<AccountId, BigInteger> inOneCurrency : moved.values()) {
      all = all.add(inOneCurrency.getOrDefault(account, BigInteger.ZERO));
    }
    return all;
  }

  /** The same sums by currency. An account that does not exist has no currency of its own. */
  Map<Currency, BigInteger> movedByCurrency(AccountId account) {
    Map<Currency, BigInteger> sums = new LinkedHashMap<>();
    moved.forEach(
        (currency, inIt) -> {
          BigInteger sum = inIt.get(account);
          if (sum != null) {
            sums.put(currency, sum);
          }
        });
    return sums;
  }

  /** The accounts that applied and done transactions touch, those removed by now too. */
  Set<AccountId> touched() {
    Set<AccountId> touched = carried.accounts();
    moved.values().forEach(inOneCurrency -> touched.addAll(inOneCurrency.keySet()));
    return touched;
  }

  Map<State, Long> counts() {
    return counts;
  }

  /** The record of that id, if it is unfinished. */
  Optional<Asked> unfinished(RecordId id) {
    return Optional.ofNullable(unfinished.get(id));
  }

  /** The unfinished records whose decision is that something happens. */
  List<Asked> applied() {
    return unfinished.values().stream().filter(Asked::isApplied).toList();
  }

  @Override
  public void end() {
    carried.faults().forEach(fault -> findings.add(CARRIED_UNREADABLE, "carried", fault));
  }
}
