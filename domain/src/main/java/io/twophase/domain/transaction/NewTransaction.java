package io.twophase.domain.transaction;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a caller asks for: an id and balanced operations on different accounts, in one currency. A
 * transfer is one debit and one credit.
 *
 * @param id names it; the same id with the same body is the same transaction
 * @param operations at least one debit and one credit, no account twice; none of a {@link
 *     #tombstone}
 * @param reverses the transaction that this one compensates, if any
 * @param note why it was asked for, if anybody said; no part of what makes two requests the same
 * @param importedRow the row of a file that asked for it, if one did; no part of what makes two
 *     requests the same either
 */
public record NewTransaction(
    TransactionId id,
    List<Operation> operations,
    Option<TransactionId> reverses,
    Option<String> note,
    Option<ImportedRow> importedRow) {

  /**
   * @throws IllegalArgumentException if the operations break the rules that {@link #of} checks
   */
  public NewTransaction {
    operations = List.copyOf(operations);
    if (!operations.isEmpty()) {
      Option<TransferRefusal> refusal = refusal(operations);
      if (refusal.isDefined()) {
        throw new IllegalArgumentException(id + ": " + refusal.get().message());
      }
    }
  }

  /** One that no import has asked for. */
  public NewTransaction(
      TransactionId id,
      List<Operation> operations,
      Option<TransactionId> reverses,
      Option<String> note) {
    this(id, operations, reverses, note, Option.none());
  }

  /** One that nobody has said anything about. */
  public NewTransaction(
      TransactionId id, List<Operation> operations, Option<TransactionId> reverses) {
    this(id, operations, reverses, Option.none());
  }

  /**
   * What keeps an id for good: a transaction of no operations, which is stored canceled, so that no
   * other can ever be begun under its id.
   */
  public static NewTransaction tombstone(TransactionId id) {
    return new NewTransaction(id, List.of(), Option.none());
  }

  /** Whether it only keeps its id. */
  public boolean isTombstone() {
    return operations.isEmpty();
  }

  /** The same, with a word why. */
  public NewTransaction noted(String why) {
    return new NewTransaction(id, operations, reverses, Option.some(why), importedRow);
  }

  /** The same, asked for by a row of an import. */
  public NewTransaction importedBy(ImportedRow row) {
    return new NewTransaction(id, operations, reverses, note, Option.some(row));
  }

  /** Whether both ask for the same, whatever was said about them. */
  public boolean asksTheSameAs(NewTransaction other) {
    return id.equals(other.id)
        && operations.equals(other.operations)
        && reverses.equals(other.reverses);
  }

  /** A transfer of {@code amount} from {@code source} to {@code destination}. */
  public static Either<TransferRefusal, NewTransaction> transfer(
      TransactionId id, AccountId source, AccountId destination, Money amount) {
    if (source.equals(destination)) {
      return Either.left(new TransferRefusal.SameAccount(source));
    }
    if (!amount.isPositive()) {
      return Either.left(new TransferRefusal.AmountNotPositive(amount));
    }
    return Either.right(
        new NewTransaction(
            id,
            List.of(new Debit(source, amount), new Credit(destination, amount)),
            Option.none()));
  }

  /** A transaction of any balanced operations. */
  public static Either<TransferRefusal, NewTransaction> of(
      TransactionId id, List<Operation> operations, Option<TransactionId> reverses) {
    return refusal(operations)
        .map(Either::<TransferRefusal, NewTransaction>left)
        .getOrElse(() -> Either.right(new NewTransaction(id, operations, reverses)));
  }

  private static Option<TransferRefusal> refusal(List<Operation> operations) {
    if (isPlainTransfer(operations)) {
      return Option.none();
    }
    Set<AccountId> seen = new HashSet<>();
    BigInteger debits = BigInteger.ZERO;
    BigInteger credits = BigInteger.ZERO;
    for (Operation operation : operations) {
      if (!seen.add(operation.account())) {
        return Option.some(new TransferRefusal.SameAccount(operation.account()));
      }
      Currency first = operations.get(0).amount().currency();
      if (!operation.amount().currency().equals(first)) {
        return Option.some(
            new TransferRefusal.MixedCurrencies(first, operation.amount().currency()));
      }
      BigInteger amount = BigInteger.valueOf(operation.amount().minor());
      debits = debits.add(operation.fold(debit -> amount, credit -> BigInteger.ZERO));
      credits = credits.add(operation.fold(debit -> BigInteger.ZERO, credit -> amount));
    }
    if (!debits.equals(credits) || debits.signum() == 0) {
      return Option.some(new TransferRefusal.Unbalanced(debits, credits));
    }
    return Option.when(debits.bitLength() > 63, new TransferRefusal.AmountOverflow(debits));
  }

  /** Spares the ordinary transfer the sums: it is balanced by its shape. */
  private static boolean isPlainTransfer(List<Operation> operations) {
    return operations.size() == 2
        && operations.get(0) instanceof Debit debit
        && operations.get(1) instanceof Credit credit
        && debit.amount().equals(credit.amount())
        && !debit.account().equals(credit.account());
  }
}
