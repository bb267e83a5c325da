package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.range.RangeHold;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;

/**
 * An account, immutable, and its rules as functions that answer with the changed account or say why
 * not. Each function is one guarded write of the protocol; an adapter applies it, or mirrors it,
 * atomically. All amounts are minor units of {@link #currency()}.
 *
 * <p>{@code available} and {@code receivable} are the two escrow bounds of O'Neil, "The Escrow
 * Transactional Method" (ACM TODS 11(4), 1986): what may still be held out of the account, and into
 * it. They keep the balance, whatever is settled or released in whatever order, between {@code
 * floor} and {@code ceiling}; {@link AccountFigures} states the sums.
 *
 * @param opening the figures it was opened with: id, currency, first balance, floor, ceiling,
 *     normal direction
 * @param balance settled money
 * @param available balance - floor - debits held
 * @param receivable ceiling - balance - credits held
 * @param status whether it takes new holds
 * @param holds what pending transactions have set aside, by transaction
 * @param documentHolds what pending transactions hold of it as of any document, in the order in
 *     which they were placed: see {@link AccountDocument}
 * @param ranges what pending batches have set aside, by batch: see {@link AccountRanges}
 */
public record Account(
    Opening opening,
    long balance,
    long available,
    long receivable,
    AccountStatus status,
    Map<TransactionId, Hold> holds,
    List<DocumentHold> documentHolds,
    Map<BatchId, RangeHold> ranges) {

  /** The holds do not change. */
  public Account {
    documentHolds = List.copyOf(documentHolds);
  }

  /** An account of which no batch holds anything. */
  public Account(
      Opening opening,
      long balance,
      long available,
      long receivable,
      AccountStatus status,
      Map<TransactionId, Hold> holds,
      List<DocumentHold> documentHolds) {
    this(opening, balance, available, receivable, status, holds, documentHolds, HashMap.empty());
  }

  /** An account of which nothing is held but money, by lone transactions. */
  public Account(
      Opening opening,
      long balance,
      long available,
      long receivable,
      AccountStatus status,
      Map<TransactionId, Hold> holds) {
    this(opening, balance, available, receivable, status, holds, List.of());
  }

  /** A new account: nothing held, all of it available. */
  public static Account open(Opening opening) {
    long balance = opening.balance().minor();
    return new Account(
        opening,
        balance,
        Math.subtractExact(balance, opening.floor()),
        Math.subtractExact(opening.ceiling(), balance),
        AccountStatus.ACTIVE,
        HashMap.empty());
  }

  /** Names the account. */
  public AccountId id() {
    return opening.id();
  }

  /** What every amount of it is in. */
  public Currency currency() {
    return opening.balance().currency();
  }

  /** An amount of this account as money. */
  public Money money(long minor) {
    return new Money(minor, currency());
  }

  /**
   * The lowest that the balance may become by what is held: the balance less the debits held, those
   * of batches as much as they may move. Whatever is decided of what is held now, in whatever
   * order, the balance stays between this and {@link #highest()}.
   */
  public long lowest() {
    return opening.floor() + available;
  }

  /** The highest that the balance may become by what is held: the balance and the credits held. */
  public long highest() {
    return opening.ceiling() - receivable;
  }

  /** What a hold of this account is for: the operation that its settling would be. */
  public AccountOperation operation(Hold hold) {
    Money amount = money(hold.amount());
    return switch (hold.direction()) {
      case DEBIT -> new Debit(id(), amount);
      case CREDIT -> new Credit(id(), amount);
    };
  }

  /** {@link #hold(TransactionId, Epoch, AccountOperation, HoldLimit)} without a limit. */
  public Either<HoldAnswer, Account> hold(
      TransactionId transaction, Epoch epoch, AccountOperation operation) {
    return hold(transaction, epoch, operation, HoldLimit.NONE);
  }

  /** How many holds it has, of whatever kind. */
  public int holdCount() {
    return holds.size() + documentHolds.size() + ranges.size();
  }

  /** What the transaction holds of it as of any document, if it does. */
  Option<DocumentHold> documentHoldOf(TransactionId transaction) {
    return Option.ofOptional(
        documentHolds.stream().filter(hold -> hold.transaction().equals(transaction)).findFirst());
  }

  /**
   * Sets the operation's amount aside, where the account is active and of the same currency, the
   * bound allows it, it has fewer holds than {@code limit}, and no hold of this transaction is
   * there, whatever its epoch. Of a debit that is at most, it sets aside the smaller of what is
   * asked for and what is available, which is above zero; the hold says how much that is.
   */
  public Either<HoldAnswer, Account> hold(
      TransactionId transaction, Epoch epoch, AccountOperation operation, HoldLimit limit) {
    Option<Hold> present = holds.get(transaction);
    if (present.isDefined()) {
      return Either.left(new HoldAnswer.Present(present.get().epoch(), operation(present.get())));
    }
    Option<HoldRefusal> refusal =
        documentHoldOf(transaction)
            .<HoldRefusal>map(second -> new HoldRefusal.SecondOperation(id(), transaction))
            .orElse(() -> HoldRules.refusal(this, operation, limit));
    if (refusal.isDefined()) {
      return Either.left(new HoldAnswer.Denied(refusal.get()));
    }
    long amount = heldOf(operation);
    Map<TransactionId, Hold> more =
        holds.put(transaction, new Hold(transaction, epoch, operation.direction(), amount));
    return Either.right(
        operation.fold(
            debit -> with(balance, available - amount, receivable, more),
            credit -> with(balance, available, receivable - amount, more)));
  }

  private static AccountOperation whole(AccountOperation operation) {
    return operation instanceof Debit debit && debit.atMost()
        ? debit.of(debit.amount().minor())
        : operation;
  }

  /** How much would be held of the operation: all of it, or of one at most what there is of it. */
  private long heldOf(AccountOperation operation) {
    long asked = operation.amount().minor();
    return operation.isAtMost() ? Math.min(asked, available) : asked;
  }

  /**
   * Raises this transaction's hold to {@code epoch}, where there is one of an older epoch that is
   * for exactly {@code operation}; of one at most, for the whole of it.
   */
  public Either<NoHold, Account> stamp(
      TransactionId transaction, Epoch epoch, AccountOperation operation) {
    Option<Hold> found =
        holds.get(transaction).filter(hold -> operation(hold).equals(whole(operation)));
    if (found.isEmpty() || !found.get().epoch().olderThan(epoch)) {
      return noHold(transaction);
    }
    Hold hold = found.get();
    Hold raised = new Hold(transaction, epoch, hold.direction(), hold.amount());
    return Either.right(with(balance, available, receivable, holds.put(transaction, raised)));
  }

  /** {@link #settle(Leg)} of one of which all is settled. */
  public Either<NoHold, Account> settle(
      TransactionId transaction, Epoch epoch, AccountOperation operation) {
    return settle(new Leg(transaction, epoch, operation));
  }

  /**
   * Moves what the leg's transaction holds, where it is held for its operation at exactly its
   * epoch: the fence. Of an authorization it moves what was captured, and gives back the rest in
   * the same step. Asks nothing of the status: what is decided happens.
   */
  public Either<NoHold, Account> settle(Leg leg) {
    Option<Hold> found =
        holds.get(leg.transaction()).filter(hold -> hold.isExactly(leg.operation()));
    if (!isAt(leg.epoch(), found)) {
      return noHold(leg.transaction());
    }
    long moved = leg.settled();
    long rest = found.get().amount() - moved;
    Map<TransactionId, Hold> others = holds.remove(leg.transaction());
    return Either.right(
        switch (found.get().direction()) {
          case DEBIT -> with(balance - moved, available + rest, receivable + moved, others);
          case CREDIT -> with(balance + moved, available + moved, receivable + rest, others);
        });
  }

  /**
   * Gives back what this transaction holds for {@code operation}, whatever the hold's epoch: of a
   * canceled one. Of an operation at most, however much that is.
   */
  public Either<NoHold, Account> release(TransactionId transaction, AccountOperation operation) {
    Option<Hold> found = held(transaction, operation);
    return found.isEmpty() ? noHold(transaction) : Either.right(without(found.get()));
  }

  /**
   * Gives back what this transaction holds for {@code operation} at exactly {@code epoch}: one's
   * own, or an orphan.
   */
  public Either<NoHold, Account> withdraw(
      TransactionId transaction, Epoch epoch, AccountOperation operation) {
    Option<Hold> found = held(transaction, operation);
    return isAt(epoch, found) ? Either.right(without(found.get())) : noHold(transaction);
  }

  /**
   * Changes the status. Asked for the status it has, answers with the account as it is. While an
   * undecided transaction checks the account, its status stays as it is.
   */
  public Either<StatusRefusal, Account> change(StatusChange change) {
    if (status == change.to()) {
      return Either.right(this);
    }
    if (status == AccountStatus.CLOSED) {
      return Either.left(new StatusRefusal.Closed(id()));
    }
    if (!documentHolds.isEmpty()) {
      return Either.left(new StatusRefusal.Busy(id(), documentHolds.get(0).transaction()));
    }
    return change == StatusChange.CLOSE ? closed() : Either.right(with(change.to()));
  }

  private Either<StatusRefusal, Account> closed() {
    if (holdCount() > 0) {
      return Either.left(new StatusRefusal.HasHolds(id(), holdCount()));
    }
    return balance == 0
        ? Either.right(with(AccountStatus.CLOSED))
        : Either.left(new StatusRefusal.NotEmpty(id(), money(balance)));
  }

  /** This transaction's hold, where it is of the operation's direction and amount. */
  private Option<Hold> held(TransactionId transaction, AccountOperation operation) {
    return holds.get(transaction).filter(hold -> hold.isOf(operation));
  }

  private static boolean isAt(Epoch epoch, Option<Hold> found) {
    return found.isDefined() && found.get().epoch().equals(epoch);
  }

  private Either<NoHold, Account> noHold(TransactionId transaction) {
    return Either.left(new NoHold(id(), transaction));
  }

  private Account without(Hold hold) {
    Map<TransactionId, Hold> others = holds.remove(hold.transaction());
    return switch (hold.direction()) {
      case DEBIT -> with(balance, available + hold.amount(), receivable, others);
      case CREDIT -> with(balance, available, receivable + hold.amount(), others);
    };
  }

  private Account with(
      long newBalance, long newAvailable, long newReceivable, Map<TransactionId, Hold> newHolds) {
    return new Account(
        opening, newBalance, newAvailable, newReceivable, status, newHolds, documentHolds, ranges);
  }

  private Account with(AccountStatus newStatus) {
    return new Account(
        opening, balance, available, receivable, newStatus, holds, documentHolds, ranges);
  }

  /** The same account with these holds as of any document, in place of those it has. */
  public Account withDocumentHolds(List<DocumentHold> newDocumentHolds) {
    return new Account(
        opening, balance, available, receivable, status, holds, newDocumentHolds, ranges);
  }
}
