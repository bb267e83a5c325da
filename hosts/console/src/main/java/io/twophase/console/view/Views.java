package io.twophase.console.view;

import io.twophase.app.event.Events.ConsumerStatus;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.FieldPath;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Accounts and transactions as answers have them. */
public final class Views {

  private Views() {}

  /** An account, for machines. */
  public static Map<String, Object> account(Account account) {
    Shown shown = Shown.of(account);
    return Json.object(
        "id", account.id(),
        "currency", account.currency(),
        "status", account.status(),
        "normal", account.opening().normal(),
        "balance", shown.balance().toDecimal(),
        "lowest", shown.lowest().toDecimal(),
        "highest", shown.highest().toDecimal(),
        "available", shown.available().toDecimal(),
        "pendingDebits", pending(account, Direction.DEBIT),
        "pendingCredits", pending(account, Direction.CREDIT),
        "floor", shown.floor().toDecimal(),
        "ceiling", shown.ceiling().map(Money::toDecimal),
        "overdraft", decimal(account, Math.max(0, -shown.floor().minor())),
        "holds", holds(account).stream().map(hold -> hold(account, hold)).toList());
  }

  /** A hold of an account, for machines. */
  public static Map<String, Object> hold(Account account, Hold hold) {
    boolean isOfBatch = isOfBatch(hold);
    long debit = hold.range().debit();
    long credit = hold.range().credit();
    return Json.object(
        isOfBatch ? "batch" : "transaction",
        hold.transaction(),
        "epoch",
        hold.epoch().value(),
        "mode",
        hold.mode() == HoldMode.ESCROW ? null : hold.mode(),
        "debit",
        isOfBatch || debit > 0 ? decimal(account, debit) : null,
        "credit",
        isOfBatch || credit > 0 ? decimal(account, credit) : null);
  }

  /** The holds of transactions by the ids of these, then the checks, then the holds of batches. */
  public static List<Hold> holds(Account account) {
    return account.holds().stream()
        .sorted(Comparator.comparingInt(Views::group).thenComparing(Hold::transaction))
        .toList();
  }

  private static int group(Hold hold) {
    return hold.mode() != HoldMode.ESCROW ? 1 : isOfBatch(hold) ? 2 : 0;
  }

  /** Returns whether the hold is of a number that several members of a batch may move. */
  public static boolean isOfBatch(Hold hold) {
    return hold.mode() == HoldMode.ESCROW && hold.record().isOfMany();
  }

  public static String decimal(Account account, long minor) {
    return account.money(minor).toDecimal();
  }

  /** The balance as people see it. */
  public static Money balance(Account account) {
    return account.opening().shown(account.balance());
  }

  /** The sum of the amounts that are held in one direction, by batches as much as they may move. */
  public static String pending(Account account, Direction direction) {
    BigInteger sum =
        account.holds().stream()
            .map(Hold::range)
            .map(range -> direction == Direction.DEBIT ? range.debit() : range.credit())
            .map(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::add);
    return Money.toDecimal(sum, account.currency());
  }

  /**
   * A transaction, for machines.
   *
   * @param reversal the transaction that reversed it, if one did and it was looked for
   */
  public static Map<String, Object> transaction(
      Transaction record, Optional<TransactionId> reversal, Redactor redactor) {
    Optional<AccountOperation> source = sideOfTransfer(record, Direction.DEBIT);
    Optional<AccountOperation> destination = sideOfTransfer(record, Direction.CREDIT);
    boolean isTransfer = source.isPresent();
    NewTransaction body = record.body();
    return Json.object(
        "id", record.id(),
        "state", record.state(),
        "epoch", record.epoch().value(),
        "application", record.application(),
        "source", source.map(AccountOperation::account),
        "destination", destination.map(AccountOperation::account),
        "amount", source.map(debit -> debit.amount().toDecimal()),
        "currency", source.map(debit -> debit.amount().currency()),
        "atMost", body.isAtMost() ? true : null,
        "period", source.flatMap(debit -> period(record)),
        "amounts", isTransfer ? null : sums(record.accountOperations()),
        "operations",
            isTransfer
                ? null
                : record.operations().stream()
                    .map(one -> OperationViews.of(one, redactor))
                    .toList(),
        "expiresAt", record.expiresAt(),
        "approvedBy", body.authorization().map(terms -> record.progress().approvals()),
        "captured",
            record.progress().captured().isInFull() ? null : captured(record.capturedOperations()),
        "reason", record.reason().map(reason -> reason(reason, redactor)),
        "reference", body.labels().reference(),
        "metadata", body.labels().metadata(),
        "note", body.note(),
        "import",
            body.importedRow().map(row -> Json.object("row", row.row(), "sha256", row.file())),
        "owner", record.owner(),
        "reverses", body.reverses(),
        "reversedBy", reversal,
        "createdAt", record.createdAt(),
        "lastModified", record.lastModified(),
        "history", record.history().stream().map(Views::entry).toList());
  }

  /** The period that a transaction is the posting of. */
  private static Optional<PeriodName> period(Transaction record) {
    return Period.checkedBy(record.operations()).stream().findFirst();
  }

  private static Map<String, Object> entry(HistoryEntry entry) {
    return Json.object(
        "state", entry.state(),
        "epoch", entry.epoch().value(),
        "application", entry.application(),
        "at", entry.at());
  }

  /** The debit or the credit of a transfer, which has one of each, and a period at most besides. */
  private static Optional<AccountOperation> sideOfTransfer(
      Transaction record, Direction direction) {
    int periods = Period.checkedBy(record.operations()).size();
    List<AccountOperation> both = record.accountOperations();
    boolean isTransfer =
        periods < 2
            && record.operations().size() == 2 + periods
            && both.size() == 2
            && both.get(0).direction() != both.get(1).direction();
    return isTransfer
        ? Optional.of(both.get(both.get(0).direction() == direction ? 0 : 1))
        : Optional.empty();
  }

  /** The amounts that an authorization captured, or that an at-most transfer found, by account. */
  public static Map<String, Object> captured(List<AccountOperation> operations) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    operations.forEach(on -> amounts.put(on.account().value(), on.amount().toDecimal()));
    return amounts;
  }

  /** The receipt of a transaction whose record was removed, for machines. */
  public static Map<String, Object> receipt(Receipt receipt, Redactor redactor) {
    return Json.object(
        "id", receipt.id(),
        "removed", true,
        "state", state(receipt),
        "reason", receipt.reason().map(reason -> reason(reason, redactor)),
        "finishedAt", receipt.finishedAt(),
        "digest", receipt.digest().hex());
  }

  /** Returns how a transaction ended whose record was removed. */
  public static State state(Receipt receipt) {
    return receipt.isApplied() ? State.DONE : State.CANCELED;
  }

  /** The state of what a store showed under an id, or that there is none. */
  public static String state(Lookup seen) {
    return switch (seen.kind()) {
      case FOUND -> Json.lower(stateOf(seen).orElseThrow());
      case REMOVED -> Json.lower(state(seen.receipt().orElseThrow()));
      case ABSENT, UNREADABLE -> Json.lower(seen.kind());
    };
  }

  /** The state of a transaction, or of a record; none if there is none that can be read. */
  public static Optional<State> stateOf(Lookup seen) {
    return seen.transaction()
        .map(Transaction::state)
        .or(() -> seen.record().map(TransactionRecord::state));
  }

  /** Why something is refused or canceled. */
  public static Map<String, Object> reason(Reason reason, Redactor redactor) {
    return Json.object("kind", reason.kind(), "message", message(reason, redactor));
  }

  /** Why something is refused or canceled, for people. */
  public static String message(Reason reason, Redactor redactor) {
    return reason instanceof DocumentRefusal refusal
        ? hidden(refusal, redactor).message()
        : reason.message();
  }

  /** The refusal, without what it says of a field that is hidden, or has a hidden one in it. */
  private static Reason hidden(DocumentRefusal refusal, Redactor redactor) {
    if (refusal instanceof DocumentRefusal.GuardFailed one
        && hides(redactor, one, one.field(), one.expected() + one.found())) {
      return new DocumentRefusal.GuardFailed(
          one.document(), one.field(), "is " + Redactor.HIDDEN, Redactor.HIDDEN);
    } else if (refusal instanceof DocumentRefusal.ChangeImpossible one
        && hides(redactor, one, one.field(), one.found())) {
      return new DocumentRefusal.ChangeImpossible(
          one.document(), one.field(), one.expected(), Redactor.HIDDEN);
    } else if (refusal instanceof DocumentRefusal.NotAddable one
        && hides(redactor, one, one.field(), one.found())) {
      return new DocumentRefusal.NotAddable(
          one.document(), one.field(), Redactor.HIDDEN, Redactor.HIDDEN);
    } else if (refusal instanceof DocumentRefusal.BoundReached one
        && hides(redactor, one, one.field(), "")) {
      return new DocumentRefusal.NotAddable(
          one.document(), one.field(), Redactor.HIDDEN, Redactor.HIDDEN);
    } else if (refusal instanceof DocumentRefusal.DocumentCorrupt one) {
      return new DocumentRefusal.DocumentCorrupt(one.document(), redactor.shownFault(one.fault()));
    }
    return refusal;
  }

  private static boolean hides(
      Redactor redactor, DocumentRefusal refusal, String field, String words) {
    boolean hasFields = redactor != Redactor.NONE && words.contains("{");
    return hasFields
        || FieldPath.parse(field)
            .map(path -> redactor.hides(refusal.document(), path))
            .orElseGet(() -> redactor.hides(refusal.document(), field));
  }

  /** The fields in which a request differs from the transaction that has its id. */
  public static List<Map<String, Object>> differences(List<BodyDifference> all) {
    return all.stream().map(Views::difference).toList();
  }

  private static Map<String, Object> difference(BodyDifference one) {
    return Json.object("field", one.field(), "stored", one.stored(), "asked", one.asked());
  }

  /** Documents that cannot be read, for machines; nothing where all can be read. */
  public static <U> @Nullable List<Map<String, Object>> unreadable(
      List<U> all, Function<U, String> id, Function<U, String> fault) {
    return all.isEmpty()
        ? null
        : all.stream()
            .map(one -> Json.object("id", id.apply(one), "fault", fault.apply(one)))
            .toList();
  }

  /** That a document cannot be read, for people. */
  public static String unreadable(String thing, Object id, String fault) {
    return "%s %s cannot be read: %s".formatted(thing, id, fault);
  }

  /** Returns what the transaction does, in one line. */
  public static String summary(Transaction record) {
    return record.operations().stream().map(Views::summary).collect(Collectors.joining(", "));
  }

  private static String summary(Operation operation) {
    return operation.foldTarget(
        account -> account.<String>fold(debit -> "from ", credit -> "to ") + account.account(),
        document -> document.kind() + " " + document.document());
  }

  /** Returns how much operations move of each currency, in their order. */
  public static Map<String, Object> sums(List<AccountOperation> operations) {
    Map<Currency, BigInteger> sums = new LinkedHashMap<>();
    for (AccountOperation operation : operations) {
      BigInteger amount = BigInteger.valueOf(operation.amount().minor());
      sums.merge(
          operation.amount().currency(),
          operation.fold(debit -> BigInteger.ZERO, credit -> amount),
          BigInteger::add);
    }
    return decimals(sums);
  }

  /** Sums by the codes of their currencies. */
  public static Map<String, Object> decimals(Map<Currency, BigInteger> sums) {
    Map<String, Object> decimals = new LinkedHashMap<>();
    sums.forEach(
        (currency, sum) ->
            decimals.put(currency.getCurrencyCode(), Money.toDecimal(sum, currency)));
    return decimals;
  }

  /** Returns how much operations move, for people; empty if they move no money. */
  public static String amountsText(List<AccountOperation> operations) {
    return sums(operations).entrySet().stream()
        .map(amount -> amount.getValue() + " " + amount.getKey())
        .collect(Collectors.joining(", "));
  }

  /**
   * A member of a batch, as it is read from its own document, for machines.
   *
   * <p>Its state is one that transactions have; or its document is removed, or cannot be read. A
   * member that the batch has left out has a state that is not from there.
   */
  public static Map<String, Object> member(
      TransactionRecord batch, TransactionId id, TransactionLookup lookup, Redactor redactor) {
    Optional<TransactionLookup.Found> found =
        lookup instanceof TransactionLookup.Found one ? Optional.of(one) : Optional.empty();
    return Json.object(
        "id", id,
        "state",
            found
                .map(one -> Json.lower(one.record().state()))
                .orElse(lookup instanceof TransactionLookup.Unreadable ? "unreadable" : "removed"),
        "reason",
            found.flatMap(one -> one.record().reason()).map(reason -> reason(reason, redactor)),
        "leftOut", batch.fate(id).equals(Optional.of(Fate.LEFT)),
        "batch", found.flatMap(TransactionLookup.Found::batch));
  }

  /** A consumer of events, for machines. */
  public static Map<String, Object> consumer(ConsumerStatus one) {
    return Json.object("name", one.name(), "position", one.position(), "behind", one.behind());
  }

  /** The record of a batch that is one transaction, for machines. */
  public static Map<String, Object> batch(
      TransactionRecord record, List<Map<String, Object>> members, Redactor redactor) {
    return Json.object(
        "batch", record.id(),
        "state", record.state(),
        "order", record.inOrder() ? "file" : "any",
        "epoch", record.epoch().value(),
        "application", record.owner().map(Owner::application),
        "owner", record.process(),
        "reason", record.reason().map(reason -> reason(reason, redactor)),
        "createdAt", record.createdAt(),
        "lastModified", record.lastModified(),
        "members", members);
  }
}
