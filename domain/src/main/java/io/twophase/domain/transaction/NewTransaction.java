package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Text;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A transaction that a caller asks for: an id, and operations on different accounts and documents.
 * In each currency the debits and the credits add up to the same. A transfer is one debit and one
 * credit.
 *
 * @param id names it; the same id with the same body is the same transaction
 * @param operations at least one and at most {@link #MAX_OPERATIONS}, no account and no document
 *     twice; none of a {@link #tombstone}
 * @param reverses the transaction that this one compensates, if any
 * @param note why it was asked for, if anybody said; no part of what makes two requests the same
 * @param importedRow the row of a file that asked for it, if one did; no part of what makes two
 *     requests the same either
 * @param authorization what makes it an authorization, which is held first and captured later; none
 *     of a transaction that happens as soon as all of it is held
 * @param labels what a host says about it, to find it by; no part of what makes two requests the
 *     same
 */
public record NewTransaction(
    TransactionId id,
    List<Operation> operations,
    Optional<TransactionId> reverses,
    Optional<String> note,
    Optional<ImportedRow> importedRow,
    Optional<AuthorizationTerms> authorization,
    Labels labels) {

  /** The number of operations that a transaction may have. */
  public static final int MAX_OPERATIONS = 10_000;

  /**
   * The number of bytes that its operations may take in BSON, by an estimate that is never too low.
   */
  public static final long MAX_BYTES = 15L * 1024 * 1024;

  /** The number of bytes that an {@code _id} may take in BSON, and the path to a field in UTF-8. */
  public static final long MAX_NAME_BYTES = 64L * 1024;

  /**
   * @throws IllegalArgumentException if the operations break the rules that {@link #of} checks
   */
  public NewTransaction {
    operations = List.copyOf(operations);
    if (!operations.isEmpty()) {
      Optional<TransactionRefusal> refusal = BodyRules.refusal(operations);
      if (refusal.isPresent()) {
        throw new IllegalArgumentException(id + ": " + refusal.orElseThrow().message());
      }
    }
  }

  /** One that nobody has said anything about. */
  public NewTransaction(
      TransactionId id, List<? extends Operation> operations, Optional<TransactionId> reverses) {
    this(
        id,
        List.copyOf(operations),
        reverses,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Labels.NONE);
  }

  /**
   * Returns what keeps an id for good: a transaction of no operations, which is stored canceled, so
   * that no other can ever be begun under its id. One in the place of a reversal counts as a try at
   * it, so it is kept as long as those.
   */
  public static NewTransaction tombstone(TransactionId id) {
    return new NewTransaction(id, List.of(), id.reversed());
  }

  /** Returns whether it only keeps its id. */
  public boolean isTombstone() {
    return operations.isEmpty();
  }

  /**
   * Returns whether it may share a record: an authorization, and one that only keeps its id, may
   * not.
   */
  public boolean isShareable() {
    return !isTombstone() && authorization.isEmpty();
  }

  /** Returns whether it is a transfer of all that is asked for, of which nothing more is said. */
  public boolean isBareTransfer() {
    return operations.size() == 2
        && operations.get(0) instanceof Debit debit
        && !debit.atMost()
        && operations.get(1) instanceof Credit
        && note.isEmpty()
        && reverses.isEmpty()
        && importedRow.isEmpty()
        && authorization.isEmpty()
        && !isLabelled();
  }

  /** Returns whether a host says anything by labels. */
  public boolean isLabelled() {
    // most are not, and have these very labels
    return !Objects.equals(labels, Labels.NONE);
  }

  /** Returns the same, with a word why. */
  public NewTransaction noted(String why) {
    return new NewTransaction(
        id, operations, reverses, Optional.of(why), importedRow, authorization, labels);
  }

  /** Returns the same, asked for by a row of an import. */
  public NewTransaction importedBy(ImportedRow row) {
    return new NewTransaction(
        id, operations, reverses, note, Optional.of(row), authorization, labels);
  }

  /** Returns the same, as an authorization: it is held, and then waits for its capture. */
  public NewTransaction authorizedUnder(AuthorizationTerms terms) {
    return new NewTransaction(
        id, operations, reverses, note, importedRow, Optional.of(terms), labels);
  }

  /** Returns the same, with other labels. */
  public NewTransaction labelled(Labels newLabels) {
    return Objects.equals(newLabels, labels)
        ? this
        : new NewTransaction(id, operations, reverses, note, importedRow, authorization, newLabels);
  }

  /** Returns whether both ask for the same, whatever was said about them. */
  public boolean asksTheSameAs(NewTransaction other) {
    return id.equals(other.id)
        && operations.equals(other.operations)
        && reverses.equals(other.reverses)
        && authorization.equals(other.authorization);
  }

  /**
   * A transfer of {@code amount} from {@code source} to {@code destination}.
   *
   * @param atMost whether it moves less where less is available at {@code source}: the record of
   *     one that is decided says how much that was
   */
  public static Either<TransactionRefusal, NewTransaction> transfer(
      TransactionId id, AccountId source, AccountId destination, Money amount, boolean atMost) {
    if (source.equals(destination)) {
      return Either.left(new TransactionRefusal.SameAccount(source));
    }
    if (!amount.isPositive()) {
      return Either.left(new TransactionRefusal.AmountNotPositive(amount));
    }
    return Either.right(
        new NewTransaction(
            id, AccountOperation.transfer(source, destination, amount, atMost), Optional.empty()));
  }

  /**
   * The transaction with labels, unless its id is one that only a batch may have, or it is an
   * authorization. A caller's request goes through this; the tutorial's records, under whatever id,
   * are read as they are.
   */
  public Either<TransactionRefusal, NewTransaction> asked(Labels said) {
    return authorization.isPresent()
        ? Either.left(new TransactionRefusal.AuthorizationAsked(id))
        : labelled(said).askedAsAuthorization();
  }

  /**
   * The transaction, unless its id is one that only a batch may have, it is an authorization that
   * takes as much as there is, or its record has no room for its note.
   */
  public Either<TransactionRefusal, NewTransaction> askedAsAuthorization() {
    if (id.isReserved()) {
      return Either.left(new TransactionRefusal.ReservedId(id));
    }
    if (authorization.isPresent() && isAtMost()) {
      return Either.left(new TransactionRefusal.AtMostAuthorized(id));
    }
    return note.isEmpty()
        ? Either.right(this)
        : BodyRules.tooLarge(bytes())
            .<Either<TransactionRefusal, NewTransaction>>map(Either::left)
            .orElseGet(() -> Either.right(this));
  }

  /**
   * At most how many bytes it takes in a record: its operations, and what is said about it. MongoDB
   * stores a document of 16 MB; the rest of a record needs less than the megabyte that is left.
   */
  public long bytes() {
    return bytes(operations)
        + note.map(Text::bytes).orElse(0L)
        + (isLabelled() ? labels.bytes() : 0);
  }

  private static long bytes(List<Operation> operations) {
    long bytes = 0;
    for (Operation operation : operations) {
      bytes += operation.bytes();
    }
    return bytes;
  }

  /** Returns whether it takes as much as there is, and no more than it asks for. */
  public boolean isAtMost() {
    return operations.size() == 2 && operations.get(0) instanceof Debit debit && debit.atMost();
  }

  /**
   * Returns the same as a posting of a period: it checks that the period is open, behind all else
   * that it does. Refused as {@link #of} refuses operations.
   */
  public Either<TransactionRefusal, NewTransaction> inPeriod(PeriodName period) {
    List<Operation> more = new ArrayList<>(operations);
    more.add(Period.check(period));
    return Option.ofOptional(BodyRules.refusal(more))
        .toEither(
            () -> new NewTransaction(id, more, reverses, note, importedRow, authorization, labels))
        .swap();
  }

  /** Those of its operations that move money. */
  public List<AccountOperation> accountOperations() {
    List<AccountOperation> onAccounts = new ArrayList<>(operations.size());
    operations.forEach(operation -> operation.foldTarget(onAccounts::add, document -> false));
    return onAccounts;
  }

  /** Returns whether one of its operations moves money of the account. */
  public boolean movesMoneyOf(AccountId account) {
    return accountOperations().stream().anyMatch(on -> on.account().equals(account));
  }

  /** Those of its operations that are on documents. */
  public List<DocumentOperation> documentOperations() {
    List<DocumentOperation> onDocuments = new ArrayList<>(operations.size());
    operations.forEach(operation -> operation.foldTarget(account -> false, onDocuments::add));
    return onDocuments;
  }

  /** A transaction of any operations, balanced in each currency. */
  public static Either<TransactionRefusal, NewTransaction> of(
      TransactionId id, List<? extends Operation> operations, Optional<TransactionId> reverses) {
    return BodyRules.refusal(List.copyOf(operations))
        .map(Either::<TransactionRefusal, NewTransaction>left)
        .orElseGet(() -> Either.right(new NewTransaction(id, operations, reverses)));
  }

  /** The rules by which operations make a transaction. */
  private static final class BodyRules {

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

    /**
     * A debit and a credit, in this order: nothing says how less than was asked would be shared.
     */
    private static Optional<TransactionRefusal> ofAtMost(List<Operation> operations) {
      boolean takesWhatThereIs =
          operations.stream()
              .anyMatch(
                  operation -> operation.foldTarget(AccountOperation::isAtMost, document -> false));
      return takesWhatThereIs
          ? Optional.of(new TransactionRefusal.AtMostOfMany())
          : Optional.empty();
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
      return tooLarge(bytes(operations));
    }

    static Optional<TransactionRefusal> tooLarge(long bytes) {
      return bytes > MAX_BYTES
          ? Optional.of(new TransactionRefusal.RecordTooLarge(bytes, MAX_BYTES))
          : Optional.empty();
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
      DocumentRef document = operation.document();
      if (!documents.add(document)) {
        return Optional.of(new TransactionRefusal.SameDocument(document));
      }
      long largest = operation.largestName();
      return largest > MAX_NAME_BYTES
          ? Optional.of(
              new TransactionRefusal.NameTooLarge(document.collection(), largest, MAX_NAME_BYTES))
          : Optional.empty();
    }

    /** Spares the ordinary transfer the sums: it is balanced by its shape. */
    private static boolean isPlainTransfer(List<Operation> operations) {
      return operations.size() == 2
          && operations.get(0) instanceof Debit debit
          && operations.get(1) instanceof Credit credit
          && debit.isTransferTo(credit);
    }
  }
}
