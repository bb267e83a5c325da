package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.CARRIED_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.REVERSAL_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.REVERSED_TWICE;
import static io.twophase.app.audit.Finding.Kind.TRANSACTION_UNREADABLE;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.audit.Finding.Subject.OfTransaction;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Records;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Adds up the effects on each account that the records say have happened. */
final class RecordBooks implements Check {

  private final Map<State, Long> counts = new EnumMap<>(State.class);
  private final Map<AccountId, Map<Currency, BigInteger>> moved = new HashMap<>();
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
    lookup
        .fault()
        .ifPresent(
            fault -> findings.add(TRANSACTION_UNREADABLE, new OfTransaction(lookup.id()), fault));
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
    boolean happened = transaction.state().isApplied() && !transaction.isInTheOpenings();
    for (AccountOperation operation : transaction.capturedOperations()) {
      if (happened && !carried.has(operation.account(), lookup)) {
        moved
            .computeIfAbsent(operation.account(), none -> Books.sums())
            .merge(operation.amount().currency(), signed(operation), BigInteger::add);
      }
    }
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
    return movedByCurrency(account).values().stream().reduce(carried.sum(account), BigInteger::add);
  }

  /** The same sums by currency. An account that does not exist has no currency of its own. */
  Map<Currency, BigInteger> movedByCurrency(AccountId account) {
    return moved.getOrDefault(account, Map.of());
  }

  /** The accounts that applied and done transactions touch, those removed by now too. */
  Set<AccountId> touched() {
    Set<AccountId> touched = new HashSet<>(carried.balances().keySet());
    touched.addAll(moved.keySet());
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
    carried
        .faults()
        .forEach(fault -> findings.add(CARRIED_UNREADABLE, new OfOther("carried"), fault));
  }

  /** The carried balance of each account, as it was read at about one moment. */
  record CarriedBooks(Map<AccountId, CarriedBalance> balances, List<String> faults) {

    static final CarriedBooks NONE = new CarriedBooks(Map.of(), List.of());

    static CarriedBooks read(CarriedBalanceRepository carried) {
      CarriedBooks books = new CarriedBooks(new HashMap<>(), new ArrayList<>());
      carried.scan(
          lookup ->
              lookup
                  .peek(balance -> books.balances.put(balance.account(), balance))
                  .peekLeft(books.faults::add));
      return books;
    }

    /**
     * Returns whether the effect of a transaction on an account is in what is carried of the
     * account.
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
  }

  /** The holds that an unfinished record may have, and its effects, by its members' bodies. */
  static final class Asked {

    private final TransactionRecord record;
    private final Map<Target, Sum> sums = new HashMap<>();
    private final Map<TransactionId, Map<DocumentRef, DocumentOperation>> operations =
        new HashMap<>();
    private final Map<AccountId, BigInteger> moved = new HashMap<>();

    /** All that members take from a number, and all that they bring. */
    private record Sum(Set<String> fields, BigInteger debit, BigInteger credit) {
      Sum plus(Sum other) {
        return new Sum(fields, debit.add(other.debit), credit.add(other.credit));
      }
    }

    Asked(TransactionRecord record) {
      this.record = record;
    }

    /** A transaction that names the record. */
    void add(Transaction member) {
      member.accountOperations().forEach(this::add);
      member
          .operations()
          .forEach(
              operation ->
                  operation.foldTarget(account -> false, document -> add(member.id(), document)));
      if (member.state() == State.APPLIED) {
        for (AccountOperation operation : member.capturedOperations()) {
          moved.merge(operation.account(), RecordBooks.signed(operation), BigInteger::add);
        }
      }
    }

    private void add(AccountOperation operation) {
      add(new Target.OfAccount(operation.account()), Set.of(), RecordBooks.signed(operation));
    }

    private boolean add(TransactionId member, DocumentOperation operation) {
      operations
          .computeIfAbsent(member, none -> new HashMap<>())
          .put(operation.document(), operation);
      if (operation instanceof AddToField addition) {
        add(
            new Target.OfDocument(addition.document()),
            Set.of(addition.field()),
            BigInteger.valueOf(addition.amount()));
      }
      return true;
    }

    private void add(Target target, Set<String> fields, BigInteger delta) {
      Sum sum = new Sum(fields, delta.min(BigInteger.ZERO).negate(), delta.max(BigInteger.ZERO));
      sums.merge(target, sum, Sum::plus);
    }

    TransactionRecord record() {
      return record;
    }

    boolean isApplied() {
      return record.state() == State.APPLIED;
    }

    /** Returns whether the hold is one that the record asks for, at whatever epoch. */
    boolean asksFor(Held held) {
      Hold hold = held.hold();
      return hold.mode() == HoldMode.ESCROW
          ? Optional.ofNullable(sums.get(held.target()))
              .filter(sum -> asksFor(sum, hold))
              .isPresent()
          : Optional.ofNullable(operations.get(hold.transaction()))
              .flatMap(
                  ofMember -> target(held).flatMap(ref -> Optional.ofNullable(ofMember.get(ref))))
              .filter(
                  operation ->
                      operation.mode() == hold.mode()
                          && OperationDigest.of(operation).equals(hold.digest()))
              .isPresent();
    }

    private static Optional<DocumentRef> target(Held held) {
      return held.target().fold(account -> Optional.empty(), Optional::of);
    }

    private boolean asksFor(Sum sum, Hold hold) {
      return hold.fields().equals(sum.fields())
          && isPart(hold.range().debit(), sum.debit())
          && isPart(hold.range().credit(), sum.credit());
    }

    /** Fewer members may have taken part, and one that takes as much as there is may hold less. */
    private boolean isPart(long held, BigInteger asked) {
      int difference = BigInteger.valueOf(held).compareTo(asked);
      return difference == 0
          || (difference < 0 && record.only().map(NewTransaction::isAtMost).orElse(true));
    }

    /** Returns how far the applied members move an account. */
    BigInteger moved(AccountId account) {
      return moved.getOrDefault(account, BigInteger.ZERO);
    }

    /**
     * Returns how far an account's balance is still to move, since this hold of it is not settled.
     */
    BigInteger unsettled(AccountId account, Hold hold) {
      return isApplied() && hold.epoch().equals(record.epoch()) ? moved(account) : BigInteger.ZERO;
    }
  }

  /**
   * Checks that each reversal that happens moves back exactly what a transaction moved that
   * happened, and is its only reversal. A reversed transaction was settled before; its record may
   * be read as applied all the same, where the store has forgotten that it was closed.
   *
   * @param complete whether no records can have expired: a reversal outlives the record that it
   *     reverses
   * @param byReversed the reversals that the check has seen: none at first
   */
  record Reversals(
      Records stored,
      boolean complete,
      Findings findings,
      Map<TransactionId, List<Transaction>> byReversed)
      implements Check {

    @Override
    public void see(Lookup lookup) {
      lookup.transaction().filter(record -> record.state().isApplied()).ifPresent(this::add);
    }

    private void add(Transaction record) {
      record
          .body()
          .reverses()
          .ifPresent(of -> byReversed.computeIfAbsent(of, id -> new ArrayList<>()).add(record));
    }

    /**
     * The originals are read by pages, so that a record is decoded once for many of its members.
     */
    @Override
    public void end() {
      Check.byPages(List.copyOf(byReversed.keySet()), stored::findMembers, this::check);
    }

    private void check(TransactionId reversed, Lookup original) {
      List<Transaction> reversals = byReversed.getOrDefault(reversed, List.of());
      if (reversals.size() > 1) {
        findings.add(
            REVERSED_TWICE,
            new OfTransaction(reversed.value()),
            reversals.stream()
                .map(reversal -> reversal.id().value())
                .collect(Collectors.joining(" and ", "reversed by ", "")));
      }
      // of one that retention has removed nobody knows any more what it moved
      boolean mayBeRight =
          original.kind() == Lookup.Kind.REMOVED
              || (!complete && original.kind() == Lookup.Kind.ABSENT);
      if (!mayBeRight) {
        reversals.forEach(reversal -> check(original, reversal));
      }
    }

    private void check(Lookup original, Transaction reversal) {
      original
          .transaction()
          .map(found -> fault(found, reversal))
          .orElseGet(() -> Optional.of("there is no readable record of what it reverses"))
          .ifPresent(
              fault ->
                  findings.add(REVERSAL_DIFFERS, new OfTransaction(reversal.id().value()), fault));
    }

    private static Optional<String> fault(Transaction original, Transaction reversal) {
      if (!original.state().isApplied()) {
        return Optional.of(
            "reverses " + original.id() + ", which is " + Findings.lower(original.state()));
      }
      Map<AccountId, BigInteger> left = new HashMap<>();
      Stream.of(original, reversal)
          .flatMap(each -> each.capturedOperations().stream())
          .forEach(each -> left.merge(each.account(), signed(each), BigInteger::add));
      return left.values().stream().allMatch(BigInteger.ZERO::equals)
          ? Optional.empty()
          : Optional.of("does not move back what " + original.id() + " moved");
    }
  }
}
