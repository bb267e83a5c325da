package io.twophase.cli.view;

import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Shown;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Accounts and transactions as machine-readable answers. */
public final class Views {

  private Views() {}

  public static Map<String, Object> account(Account account) {
    Shown shown = Shown.of(account);
    return Json.object(
        "id", account.id().value(),
        "currency", account.currency().getCurrencyCode(),
        "status", lower(account.status()),
        "normal", lower(account.opening().normal()),
        "balance", shown.balance().toDecimal(),
        "lowest", shown.lowest().toDecimal(),
        "highest", shown.highest().toDecimal(),
        "available", shown.available().toDecimal(),
        "pendingDebits", pending(account, Direction.DEBIT),
        "pendingCredits", pending(account, Direction.CREDIT),
        "floor", shown.floor().toDecimal(),
        "ceiling", shown.ceiling().map(Money::toDecimal).getOrNull(),
        "overdraft", decimal(account, Math.max(0, -shown.floor().minor())),
        "holds", holds(account).stream().map(hold -> hold(account, hold)).toList());
  }

  private static Map<String, Object> hold(Account account, Hold hold) {
    boolean isRange = hold.mode() == HoldMode.ESCROW;
    boolean isOfBatch = isOfBatch(hold);
    long debit = hold.range().debit();
    long credit = hold.range().credit();
    return Json.object(
        isOfBatch ? "batch" : "transaction",
        hold.transaction().value(),
        "epoch",
        hold.epoch().value(),
        "mode",
        isRange ? null : lower(hold.mode()),
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

  /** Whether the hold is of a number that several members of a batch may move. */
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
   * A transaction.
   *
   * @param reversal the transaction that reversed it, if one did and it was looked for
   */
  public static Map<String, Object> transaction(
      Transaction record, Option<TransactionId> reversal) {
    Option<AccountOperation> source = only(record, Direction.DEBIT);
    Option<AccountOperation> destination = only(record, Direction.CREDIT);
    boolean transfer = isTransfer(record);
    return Json.object(
        "id", record.id().value(),
        "state", lower(record.state()),
        "epoch", record.epoch().value(),
        "application", record.application().map(Object::toString).getOrNull(),
        "source", transfer ? source.get().account().value() : null,
        "destination", transfer ? destination.get().account().value() : null,
        "amount", transfer ? source.get().amount().toDecimal() : null,
        "currency", transfer ? source.get().amount().currency().getCurrencyCode() : null,
        "atMost", record.body().isAtMost() ? true : null,
        "period", transfer ? period(record) : null,
        "amounts", transfer ? null : decimals(amounts(record.accountOperations())),
        "operations",
            transfer ? null : record.operations().stream().map(OperationViews::of).toList(),
        "expiresAt", record.expiresAt().map(Object::toString).getOrNull(),
        "approvedBy", approvedBy(record),
        "captured", captured(record),
        "reason", record.reason().map(Views::reason).getOrNull(),
        "reference", record.body().labels().reference().getOrNull(),
        "metadata", record.body().labels().metadata(),
        "note", record.body().note().getOrNull(),
        "import",
            record
                .body()
                .importedRow()
                .map(row -> Json.object("row", row.row(), "sha256", row.file()))
                .getOrNull(),
        "owner", record.owner().map(Object::toString).getOrNull(),
        "reverses", record.body().reverses().map(Object::toString).getOrNull(),
        "reversedBy", reversal.map(Object::toString).getOrNull(),
        "createdAt", record.createdAt().toString(),
        "lastModified", record.lastModified().toString(),
        "history", record.history().stream().map(Views::entry).toList());
  }

  /** Who has approved an authorization; null of any other transaction. */
  private static @Nullable Object approvedBy(Transaction record) {
    return record.body().authorization().isEmpty()
        ? null
        : record.progress().approvals().stream().map(Object::toString).toList();
  }

  /**
   * What was captured of an authorization, or was there to be taken, by account; null if it was all
   * that was asked for.
   */
  private static @Nullable Object captured(Transaction record) {
    if (record.progress().captured().isInFull()) {
      return null;
    }
    Map<String, Object> amounts = new LinkedHashMap<>();
    record
        .capturedOperations()
        .forEach(on -> amounts.put(on.account().value(), on.amount().toDecimal()));
    return amounts;
  }

  /** Why a command is refused, as a failure is told. */
  public static Map<String, Object> error(Reason reason) {
    return withDifferences(Json.error(ExitCode.REFUSED, reason.kind(), reason.message()), reason);
  }

  /** Why something is refused or canceled. */
  public static Map<String, Object> reason(Reason reason) {
    return withDifferences(Json.object("kind", reason.kind(), "message", reason.message()), reason);
  }

  private static Map<String, Object> withDifferences(Map<String, Object> view, Reason reason) {
    if (reason instanceof Reused reused) {
      view.put(
          "differences",
          reused.differences().stream()
              .map(
                  one ->
                      Json.object(
                          "field", one.field(), "stored", one.stored(), "asked", one.asked()))
              .toList());
    }
    return view;
  }

  private static Map<String, Object> entry(HistoryEntry entry) {
    return Json.object(
        "state", lower(entry.state()),
        "epoch", entry.epoch().value(),
        "application", entry.application().map(Object::toString).getOrNull(),
        "at", entry.at().toString());
  }

  /** The period that a transfer is a posting of; null if of none. */
  private static @Nullable String period(Transaction record) {
    List<PeriodName> checked = Period.checkedBy(record.operations());
    return checked.isEmpty() ? null : checked.get(0).value();
  }

  /** Whether it is a transfer: one debit, one credit, and nothing else but that of a period. */
  private static boolean isTransfer(Transaction record) {
    int periods = Period.checkedBy(record.operations()).size();
    return periods < 2
        && record.operations().size() == 2 + periods
        && only(record, Direction.DEBIT).isDefined()
        && only(record, Direction.CREDIT).isDefined();
  }

  /** What the transaction does, in one line. */
  public static String summary(Transaction record) {
    return record.operations().stream().map(Views::summary).collect(Collectors.joining(", "));
  }

  private static String summary(Operation operation) {
    return operation.foldTarget(
        account -> account.<String>fold(debit -> "from ", credit -> "to ") + account.account(),
        document -> document.kind() + " " + document.document());
  }

  /** How much operations move of each currency, in their order. */
  public static Map<Currency, String> amounts(List<AccountOperation> operations) {
    Map<Currency, BigInteger> sums = new LinkedHashMap<>();
    for (AccountOperation operation : operations) {
      BigInteger amount = BigInteger.valueOf(operation.amount().minor());
      sums.merge(
          operation.amount().currency(),
          operation.fold(debit -> BigInteger.ZERO, credit -> amount),
          BigInteger::add);
    }
    Map<Currency, String> amounts = new LinkedHashMap<>();
    sums.forEach((currency, sum) -> amounts.put(currency, Money.toDecimal(sum, currency)));
    return amounts;
  }

  /** The same for people; empty if it moves no money. */
  public static String amountsText(List<AccountOperation> operations) {
    return amounts(operations).entrySet().stream()
        .map(amount -> amount.getValue() + " " + amount.getKey().getCurrencyCode())
        .collect(Collectors.joining(", "));
  }

  private static Map<String, Object> decimals(Map<Currency, String> amounts) {
    Map<String, Object> decimals = new LinkedHashMap<>();
    amounts.forEach((currency, amount) -> decimals.put(currency.getCurrencyCode(), amount));
    return decimals;
  }

  private static Option<AccountOperation> only(Transaction record, Direction direction) {
    List<AccountOperation> of =
        record.accountOperations().stream()
            .filter(operation -> operation.direction() == direction)
            .toList();
    return Option.when(of.size() == 1, () -> of.get(0));
  }

  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
