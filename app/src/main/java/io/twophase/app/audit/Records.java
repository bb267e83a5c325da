package io.twophase.app.audit;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the transaction records say has happened to each account. */
final class Records {

  private final Duration stuckAfter;
  private final Map<State, Long> counts = new EnumMap<>(State.class);
  private final Map<Currency, Map<AccountId, BigInteger>> moved =
      new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
  private final Map<TransactionId, Transaction> unfinished = new HashMap<>();
  private final Map<BatchId, List<Transaction>> ofBatches = new HashMap<>();
  private final Map<TransactionId, Finding> stuck = new LinkedHashMap<>();
  private final Reversals reversals;
  private final CarriedBooks carried;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param areAllThere whether none can have been removed
   * @param carried what is in it is not counted again
   */
  Records(Duration stuckAfter, boolean areAllThere, CarriedBooks carried) {
    this.stuckAfter = stuckAfter;
    this.reversals = new Reversals(areAllThere);
    this.carried = carried;
  }

  void add(TransactionLookup lookup) {
    Option<Finding> fault =
        lookup.fold(
            found -> {
              add(found.record(), found.unmodifiedFor());
              count(found);
              found.batch().forEach(batch -> addUnfinished(batch, found.record()));
              return Option.none();
            },
            absent -> Option.none(),
            unreadable ->
                Option.some(
                    new Finding(
                        Finding.Kind.TRANSACTION_UNREADABLE, unreadable.id(), unreadable.fault())),
            removed -> Option.none());
    fault.forEach(findings::add);
  }

  private void addUnfinished(BatchId batch, Transaction member) {
    if (!member.state().isFinal()) {
      ofBatches.computeIfAbsent(batch, none -> new ArrayList<>()).add(member);
    }
  }

  /** The unfinished transfers that the batch decides. */
  List<Transaction> unfinishedOf(BatchId batch) {
    return ofBatches.getOrDefault(batch, List.of());
  }

  private void add(Transaction record, Duration unmodifiedFor) {
    counts.merge(record.state(), 1L, Long::sum);
    reversals.add(record);
    boolean finished = record.state() == State.DONE || record.state() == State.CANCELED;
    if (!finished) {
      unfinished.put(record.id(), record);
      if (isStuck(record, unmodifiedFor)) {
        stuck.put(
            record.id(),
            new Finding(
                Finding.Kind.STUCK,
                record.id().value(),
                FindingText.lower(record.state())
                    + ", unmodified for "
                    + FindingText.duration(unmodifiedFor)));
      }
    }
  }

  private void count(TransactionLookup.Found found) {
    Transaction record = found.record();
    boolean happened =
        (record.state() == State.APPLIED || record.state() == State.DONE)
            && !isInTheOpenings(record);
    for (AccountOperation operation : record.capturedOperations()) {
      if (happened && !carried.has(operation.account(), found)) {
        moved
            .computeIfAbsent(operation.amount().currency(), none -> new HashMap<>())
            .merge(operation.account(), signed(operation), BigInteger::add);
      }
    }
  }

  /** An authorization waits for its capture, and is stuck only once it should have been voided. */
  private boolean isStuck(Transaction record, Duration unmodifiedFor) {
    return record.state() == State.AUTHORIZED
        ? record.isOverdueAt(record.lastModified().plus(unmodifiedFor).minus(stuckAfter))
        : unmodifiedFor.compareTo(stuckAfter) >= 0;
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
   * What applied and done transactions move in all on {@code account}, settled or not yet, with
   * what is carried of it.
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

  Map<TransactionId, Transaction> unfinished() {
    return unfinished;
  }

  /** What is off in the records themselves. */
  List<Finding> findings(TransactionRepository transactions) {
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(carried.findings());
    all.addAll(stillStuck(transactions));
    all.addAll(reversals.findings(transactions));
    return all;
  }

  /** A record that was just closed may be read a moment too old: so each is read once more. */
  private List<Finding> stillStuck(TransactionRepository transactions) {
    for (TransactionLookup lookup : transactions.find(List.copyOf(stuck.keySet()))) {
      if (lookup instanceof TransactionLookup.Found found && found.record().state().isFinal()) {
        stuck.remove(found.record().id());
      }
    }
    return List.copyOf(stuck.values());
  }
}
