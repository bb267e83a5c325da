package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import java.math.BigInteger;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules by which operations make a transaction. */
final class BodyRules {

  private final Set<AccountId> accounts = new HashSet<>();
  private final Set<DocumentRef> documents = new HashSet<>();
  private final Map<Currency, Sums> sums = new LinkedHashMap<>();

  private BodyRules() {}

  /** The debits and the credits in one currency. */
  private record Sums(BigInteger debits, BigInteger credits) {

    private static final Sums NONE = new Sums(BigInteger.ZERO, BigInteger.ZERO);

    Sums with(AccountOperation operation) {
      BigInteger amount = BigInteger.valueOf(operation.amount().minor());
      return operation.fold(
          debit -> new Sums(debits.add(amount), credits),
          credit -> new Sums(debits, credits.add(amount)));
    }

    Optional<TransactionRefusal> refusal(Currency currency) {
      if (!debits.equals(credits)) {
        return Optional.of(new TransactionRefusal.Unbalanced(currency, debits, credits));
      }
      return debits.bitLength() > 63
          ? Optional.of(new TransactionRefusal.AmountOverflow(currency, debits))
          : Optional.empty();
    }
  }

  /** Why these make no transaction, if they make none. */
  static Optional<TransactionRefusal> refusal(List<Operation> operations) {
    return isPlainTransfer(operations)
        ? Optional.empty()
        : inNumber(operations)
            .or(() -> new BodyRules().of(operations))
            .or(() -> ofAtMost(operations));
  }

  /** A debit and a credit, in this order: nothing says how less than was asked would be shared. */
  private static Optional<TransactionRefusal> ofAtMost(List<Operation> operations) {
    boolean takesWhatThereIs =
        operations.stream()
            .anyMatch(
                operation -> operation.foldTarget(AccountOperation::isAtMost, document -> false));
    return takesWhatThereIs ? Optional.of(new TransactionRefusal.AtMostOfMany()) : Optional.empty();
  }

  private static Optional<TransactionRefusal> inNumber(List<Operation> operations) {
    if (operations.isEmpty()) {
      return Optional.of(new TransactionRefusal.NoOperations());
    }
    int limit = NewTransaction.MAX_OPERATIONS;
    return operations.size() > limit
        ? Optional.of(new TransactionRefusal.TooManyOperations(operations.size(), limit))
        : Optional.empty();
  }

  private Optional<TransactionRefusal> of(List<Operation> operations) {
    for (Operation operation : operations) {
      Optional<TransactionRefusal> twice = operation.foldTarget(this::account, this::document);
      if (twice.isPresent()) {
        return twice;
      }
    }
    for (Map.Entry<Currency, Sums> sum : sums.entrySet()) {
      Optional<TransactionRefusal> refusal = sum.getValue().refusal(sum.getKey());
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return BodySize.refusal(operations);
  }

  private Optional<TransactionRefusal> account(AccountOperation operation) {
    sums.merge(
        operation.amount().currency(),
        Sums.NONE.with(operation),
        (before, one) -> before.with(operation));
    return !accounts.add(operation.account())
        ? Optional.of(new TransactionRefusal.SameAccount(operation.account()))
        : Optional.empty();
  }

  private Optional<TransactionRefusal> document(DocumentOperation operation) {
    return documents.add(operation.document())
        ? NameSize.refusal(operation)
        : Optional.of(new TransactionRefusal.SameDocument(operation.document()));
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
