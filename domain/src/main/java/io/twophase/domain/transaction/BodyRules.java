package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which operations make a transaction. */
final class BodyRules {

  private final Set<AccountId> accounts = new HashSet<>();
  private final Set<DocumentRef> documents = new HashSet<>();
  private final Map<Currency, Sums> sums = new LinkedHashMap<>();

  private BodyRules() {}

  /** What leaves and what arrives in one currency. */
  private record Sums(BigInteger debits, BigInteger credits) {

    private static final Sums NONE = new Sums(BigInteger.ZERO, BigInteger.ZERO);

    Sums with(AccountOperation operation) {
      BigInteger amount = BigInteger.valueOf(operation.amount().minor());
      return operation.fold(
          debit -> new Sums(debits.add(amount), credits),
          credit -> new Sums(debits, credits.add(amount)));
    }

    Option<TransactionRefusal> refusal(Currency currency) {
      if (!debits.equals(credits)) {
        return Option.some(new TransactionRefusal.Unbalanced(currency, debits, credits));
      }
      return Option.when(
          debits.bitLength() > 63, () -> new TransactionRefusal.AmountOverflow(currency, debits));
    }
  }

  /** Why these make no transaction, if they make none. */
  static Option<TransactionRefusal> refusal(List<Operation> operations) {
    return isPlainTransfer(operations)
        ? Option.none()
        : inNumber(operations)
            .orElse(() -> new BodyRules().of(operations))
            .orElse(() -> ofAtMost(operations));
  }

  /** A debit and a credit, in this order: nothing says how less than was asked would be shared. */
  private static Option<TransactionRefusal> ofAtMost(List<Operation> operations) {
    boolean takesWhatThereIs =
        operations.stream()
            .anyMatch(
                operation -> operation.foldTarget(AccountOperation::isAtMost, document -> false));
    return Option.when(takesWhatThereIs, TransactionRefusal.AtMostOfMany::new);
  }

  private static Option<TransactionRefusal> inNumber(List<Operation> operations) {
    if (operations.isEmpty()) {
      return Option.some(new TransactionRefusal.NoOperations());
    }
    int limit = NewTransaction.MAX_OPERATIONS;
    return Option.when(
        operations.size() > limit,
        () -> new TransactionRefusal.TooManyOperations(operations.size(), limit));
  }

  private Option<TransactionRefusal> of(List<Operation> operations) {
    for (Operation operation : operations) {
      Option<TransactionRefusal> twice = operation.foldTarget(this::account, this::document);
      if (twice.isDefined()) {
        return twice;
      }
    }
    for (Map.Entry<Currency, Sums> sum : sums.entrySet()) {
      Option<TransactionRefusal> refusal = sum.getValue().refusal(sum.getKey());
      if (refusal.isDefined()) {
        return refusal;
      }
    }
    return BodySize.refusal(operations);
  }

  private Option<TransactionRefusal> account(AccountOperation operation) {
    sums.merge(
        operation.amount().currency(),
        Sums.NONE.with(operation),
        (before, one) -> before.with(operation));
    return Option.when(
        !accounts.add(operation.account()),
        () -> new TransactionRefusal.SameAccount(operation.account()));
  }

  private Option<TransactionRefusal> document(DocumentOperation operation) {
    return documents.add(operation.document())
        ? NameSize.refusal(operation)
        : Option.some(new TransactionRefusal.SameDocument(operation.document()));
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
