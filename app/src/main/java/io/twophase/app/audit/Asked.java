package io.twophase.app.audit;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.OperationDigest;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The holds that an unfinished record may have, and its effects, by its members' bodies. */
final class Asked {

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
        ? Optional.ofNullable(sums.get(held.target())).filter(sum -> asksFor(sum, hold)).isPresent()
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
