package io.twophase.domain.statement;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The effect of one decided transaction on one account. It counts from its decision on, settled or
 * not; of an authorization, what was captured counts, from its capture on.
 *
 * @param position where it stands among the lines of the account
 * @param transaction which it is
 * @param direction whether it was a debit or a credit
 * @param amount how much, above zero
 * @param counterAccounts those of the same currency that the transaction moved the other way, in
 *     the order of its operations
 * @param labels what the host said about it
 * @param note why it was asked for, if anybody said
 * @param reverses the transaction that it compensates, if any
 * @param period the accounting period that it was a posting of, if any; of several the first
 * @param begunAt when it was begun, by the store's clock
 */
public record Posting(
    Position position,
    TransactionId transaction,
    Direction direction,
    Money amount,
    List<AccountId> counterAccounts,
    Labels labels,
    Optional<String> note,
    Optional<TransactionId> reverses,
    Optional<PeriodName> period,
    Instant begunAt) {

  /** The key of the metadata that says from which day on the amount counts, as 2026-11-30. */
  public static final String VALUE_DATE = "valueDate";

  /**
   * Returns what a transaction did to an account; none if it is not decided, or did nothing to it.
   */
  public static Optional<Posting> of(Lookup seen, AccountId account) {
    return seen.transaction()
        .filter(there -> there.state().isApplied() && !there.isInTheOpenings())
        .flatMap(decided -> of(decided, seen.record().orElseThrow(), account));
  }

  private static Optional<Posting> of(
      Transaction decided, TransactionRecord record, AccountId account) {
    List<AccountOperation> moved = decided.capturedOperations();
    return moved.stream()
        .filter(on -> on.account().equals(account))
        .findFirst()
        .map(
            own ->
                new Posting(
                    new Position(
                        decidedAt(decided),
                        record.id().value(),
                        record.members().indexOf(decided.id())),
                    decided.id(),
                    own.direction(),
                    own.amount(),
                    counters(moved, own),
                    decided.body().labels(),
                    decided.body().note(),
                    decided.body().reverses(),
                    Period.checkedBy(decided.operations()).stream().findFirst(),
                    decided.createdAt()));
  }

  private static Instant decidedAt(Transaction record) {
    return record.timeline().decidedAt().orElse(record.lastModified());
  }

  private static List<AccountId> counters(List<AccountOperation> moved, AccountOperation own) {
    return moved.stream()
        .filter(
            on ->
                on.direction() != own.direction()
                    && on.amount().currency().equals(own.amount().currency()))
        .map(AccountOperation::account)
        .toList();
  }

  /** The change of the balance: above zero of a credit, below of a debit. */
  public Money effect() {
    return direction == Direction.CREDIT ? amount : new Money(-amount.minor(), amount.currency());
  }
}
