package io.twophase.app.audit;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks the accounts against the records. */
final class Books {

  private final Records records;
  private final boolean complete;
  private final Set<AccountId> missing;
  private final Map<Currency, BigInteger> balances = sums();
  private final Map<Currency, BigInteger> openings = sums();
  private final List<Finding> findings = new ArrayList<>();
  private final List<HeldOn> strayHolds = new ArrayList<>();
  private final RangeBooks ranges;
  private long accounts;

  private record HeldOn(Account account, Hold hold) {}

  Books(Records records, boolean complete) {
    this.records = records;
    this.complete = complete;
    this.missing = records.touched();
    this.ranges = new RangeBooks(records);
  }

  void add(AccountLookup lookup) {
    boolean isThere =
        lookup.fold(
            found -> {
              missing.remove(found.account().id());
              add(found.account());
              return true;
            },
            absent -> false,
            unreadable -> {
              AccountId.parse(unreadable.id()).forEach(missing::remove);
              report(Finding.Kind.ACCOUNT_UNREADABLE, unreadable.id(), unreadable.fault());
              return true;
            });
    if (isThere) {
      accounts++;
    }
  }

  private void add(Account account) {
    BigInteger balance = big(account.balance());
    BigInteger opening = big(account.opening().balance().minor());
    BigInteger debits = BigInteger.ZERO;
    BigInteger credits = BigInteger.ZERO;
    BigInteger unsettled = BigInteger.ZERO;
    for (Hold hold : account.holds().values()) {
      BigInteger amount = big(hold.amount());
      AccountOperation held = account.operation(hold);
      debits = debits.add(held.fold(debit -> amount, credit -> BigInteger.ZERO));
      credits = credits.add(held.fold(debit -> BigInteger.ZERO, credit -> amount));
      unsettled = unsettled.add(unsettled(account, hold));
    }
    for (RangeHold hold : account.ranges().values()) {
      debits = debits.add(big(hold.range().debit()));
      credits = credits.add(big(hold.range().credit()));
      unsettled = unsettled.add(ranges.unsettled(account, hold));
    }
    BigInteger due = opening.add(records.moved(account.id())).subtract(unsettled);
    BigInteger floor = big(account.opening().floor());
    BigInteger ceiling = big(account.opening().ceiling());
    String id = account.id().value();
    if (complete && !reportMissingHold(account, balance.subtract(due))) {
      check(Finding.Kind.BALANCE_DIFFERS, id, "balance", balance, due, account.currency());
    }
    check(
        Finding.Kind.AVAILABLE_DIFFERS,
        id,
        "available",
        big(account.available()),
        balance.subtract(floor).subtract(debits),
        account.currency());
    check(
        Finding.Kind.RECEIVABLE_DIFFERS,
        id,
        "receivable",
        big(account.receivable()),
        ceiling.subtract(balance).subtract(credits),
        account.currency());
    reportBelowZero(Finding.Kind.AVAILABLE_DIFFERS, account, "available", account.available());
    reportBelowZero(Finding.Kind.RECEIVABLE_DIFFERS, account, "receivable", account.receivable());
    balances.merge(account.currency(), balance, BigInteger::add);
    openings.merge(account.currency(), opening, BigInteger::add);
  }

  /** Whether the balance lacks just what an applied transaction, not holding it, should have. */
  private boolean reportMissingHold(Account account, BigInteger surplus) {
    if (surplus.signum() == 0) {
      return false;
    }
    for (Transaction record : records.unfinished().values()) {
      boolean holds =
          account.holds().get(record.id()).exists(hold -> hold.epoch().equals(record.epoch()));
      if (record.state() == State.APPLIED && !holds) {
        for (AccountOperation operation : record.capturedOperations()) {
          if (operation.account().equals(account.id())
              && Records.signed(operation).negate().equals(surplus)) {
            report(
                Finding.Kind.HOLD_MISSING,
                account.id().value(),
                "neither holds nor has settled the "
                    + FindingText.lower(operation.direction())
                    + " of "
                    + operation.amount()
                    + " of "
                    + record.id());
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * What the account's balance still lacks of an applied transaction, because this hold is not
   * settled.
   */
  private BigInteger unsettled(Account account, Hold hold) {
    Transaction record = records.unfinished().get(hold.transaction());
    if (record == null) {
      strayHolds.add(new HeldOn(account, hold));
      return BigInteger.ZERO;
    }
    String difference = difference(record, account, hold);
    if (!difference.isEmpty()) {
      report(Finding.Kind.HOLD_DIFFERS, account.id().value(), difference);
      return BigInteger.ZERO;
    }
    boolean counted = record.state() == State.APPLIED && hold.epoch().equals(record.epoch());
    return counted
        ? Records.signed(record.progress().captured().of(account.operation(hold)))
        : BigInteger.ZERO;
  }

  private static String difference(Transaction record, Account account, Hold hold) {
    String held = held(account, hold);
    boolean asked =
        record.accountOperations().stream()
            .anyMatch(
                operation -> operation.account().equals(account.id()) && hold.isOf(operation));
    if (!asked) {
      return held + ", which does not ask for it";
    }
    return record.epoch().olderThan(hold.epoch())
        ? held + " at epoch " + hold.epoch() + ", its record is at " + record.epoch()
        : "";
  }

  AuditReport close(
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      Option<TreeHead> evidence,
      List<Finding> others) {
    reportStrayHolds(transactions);
    findings.addAll(ranges.findings(batches));
    for (AccountId account : missing) {
      List<String> sums = new ArrayList<>();
      records.movedByCurrency(account).forEach((currency, sum) -> sums.add(text(sum, currency)));
      report(
          Finding.Kind.ACCOUNT_MISSING,
          account.value(),
          "is not there, and transactions moved "
              + (sums.isEmpty() ? "what is carried" : String.join(" and ", sums))
              + " on it");
    }
    if (records.unfinished().values().stream().noneMatch(r -> r.state() == State.APPLIED)) {
      balances.forEach(
          (currency, sum) ->
              check(
                  Finding.Kind.SUM_DIFFERS,
                  currency.getCurrencyCode(),
                  "sum of balances",
                  sum,
                  openings.getOrDefault(currency, BigInteger.ZERO),
                  currency));
    }
    findings.addAll(records.findings(transactions));
    findings.addAll(others);
    findings.sort(
        Comparator.comparing((Finding finding) -> finding.kind()).thenComparing(Finding::id));
    return new AuditReport(
        accounts, records.counts(), balances, openings, complete, evidence, List.copyOf(findings));
  }

  /** Holds whose record was not among the unfinished: it is finished, missing or unreadable. */
  private void reportStrayHolds(TransactionRepository transactions) {
    for (HeldOn stray : strayHolds) {
      TransactionLookup lookup = transactions.find(List.of(stray.hold().transaction())).get(0);
      String detail = held(stray.account(), stray.hold());
      String account = stray.account().id().value();
      Option<Finding> finding =
          lookup.fold(
              found ->
                  Option.when(
                      found.record().state().isFinal(),
                      () ->
                          FindingText.ofFinished(
                              found.record(), stray.hold().epoch(), account, detail)),
              absent ->
                  Option.some(
                      new Finding(
                          Finding.Kind.HOLD_WITHOUT_RECORD, account, detail + ", no record")),
              unreadable -> Option.none(),
              removed ->
                  Option.some(
                      FindingText.ofRemoved(
                          removed.receipt(), stray.hold().epoch(), account, detail)));
      finding.forEach(findings::add);
    }
  }

  private void check(
      Finding.Kind kind,
      String id,
      String what,
      BigInteger is,
      BigInteger shouldBe,
      Currency currency) {
    if (!is.equals(shouldBe)) {
      report(
          kind,
          id,
          what + " is " + text(is, currency) + ", by the books " + text(shouldBe, currency));
    }
  }

  private void reportBelowZero(Finding.Kind kind, Account account, String what, long value) {
    if (value < 0) {
      String amount = text(big(value), account.currency());
      report(kind, account.id().value(), what + " is " + amount + ", below zero");
    }
  }

  private static String held(Account account, Hold hold) {
    String amount = text(big(hold.amount()), account.currency());
    return "holds a "
        + FindingText.lower(hold.direction())
        + " of "
        + amount
        + " for "
        + hold.transaction();
  }

  private static String text(BigInteger amount, Currency currency) {
    return Money.toDecimal(amount, currency) + " " + currency.getCurrencyCode();
  }

  private void report(Finding.Kind kind, String id, String detail) {
    findings.add(new Finding(kind, id, detail));
  }

  private static Map<Currency, BigInteger> sums() {
    return new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
