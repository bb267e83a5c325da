package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.ACCOUNT_MISSING;
import static io.twophase.app.audit.Finding.Kind.ACCOUNT_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.AVAILABLE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.BALANCE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_MISSING;
import static io.twophase.app.audit.Finding.Kind.RECEIVABLE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.SUM_DIFFERS;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.value.Value;
import io.twophase.ports.Records;
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

  private final CollectionName collection;
  private final RecordBooks records;
  private final HoldBooks holds;
  private final boolean complete;
  private final Set<AccountId> missing;
  private final Map<Currency, BigInteger> balances = sums();
  private final Map<Currency, BigInteger> openings = sums();
  private final List<Finding> findings = new ArrayList<>();
  private long accounts;

  /**
   * @param collection of the accounts: a check names an account as a document of it
   * @param complete whether all records are there to add up
   */
  Books(CollectionName collection, RecordBooks records, HoldBooks holds, boolean complete) {
    this.collection = collection;
    this.records = records;
    this.holds = holds;
    this.complete = complete;
    this.missing = records.touched();
  }

  void add(Sight sight) {
    accounts++;
    AccountLookup.of(sight)
        .<Runnable>fold(
            found -> () -> add(found.account()),
            absent -> () -> {},
            unreadable -> () -> addUnreadable(unreadable))
        .run();
  }

  private void addUnreadable(AccountLookup.Unreadable unreadable) {
    AccountId.parse(unreadable.id()).forEach(missing::remove);
    report(ACCOUNT_UNREADABLE, unreadable.id(), unreadable.fault());
  }

  private void add(Account account) {
    missing.remove(account.id());
    List<Held> held = account.holds().stream().map(hold -> held(account, hold)).toList();
    holds.add(held);
    BigInteger balance = big(account.balance());
    BigInteger opening = big(account.opening().balance().minor());
    BigInteger debits = BigInteger.ZERO;
    BigInteger credits = BigInteger.ZERO;
    BigInteger unsettled = BigInteger.ZERO;
    for (Held each : held) {
      if (each.currency().isDefined()) {
        Hold hold = each.hold();
        debits = debits.add(big(hold.range().debit()));
        credits = credits.add(big(hold.range().credit()));
        unsettled =
            unsettled.add(
                holds
                    .asked(each)
                    .map(asked -> asked.unsettled(account.id(), hold))
                    .getOrElse(BigInteger.ZERO));
      }
    }
    BigInteger due = opening.add(records.moved(account.id())).subtract(unsettled);
    BigInteger floor = big(account.opening().floor());
    BigInteger ceiling = big(account.opening().ceiling());
    String id = account.id().value();
    if (complete && !reportMissingHold(account, balance.subtract(due))) {
      check(BALANCE_DIFFERS, id, "balance", balance, due, account.currency());
    }
    check(
        AVAILABLE_DIFFERS,
        id,
        "available",
        big(account.bounds().available()),
        balance.subtract(floor).subtract(debits),
        account.currency());
    check(
        RECEIVABLE_DIFFERS,
        id,
        "receivable",
        big(account.bounds().receivable()),
        ceiling.subtract(balance).subtract(credits),
        account.currency());
    reportBelowZero(AVAILABLE_DIFFERS, account, "available", account.bounds().available());
    reportBelowZero(RECEIVABLE_DIFFERS, account, "receivable", account.bounds().receivable());
    balances.merge(account.currency(), balance, BigInteger::add);
    openings.merge(account.currency(), opening, BigInteger::add);
  }

  private Held held(Account account, Hold hold) {
    return hold.mode() == HoldMode.ESCROW
        ? new Held(account.target(), hold, Option.some(account.currency()))
        : new Held(
            new Target.OfDocument(collection.document(new Value.Text(account.id().value()))),
            hold,
            Option.none());
  }

  /** Whether the balance lacks just the effect of an applied record that does not hold it. */
  private boolean reportMissingHold(Account account, BigInteger surplus) {
    if (surplus.signum() == 0) {
      return false;
    }
    Option<Asked> lacking =
        Option.ofOptional(
            records.applied().stream()
                .filter(asked -> asked.moved(account.id()).negate().equals(surplus))
                .filter(asked -> !isHeld(account, asked))
                .findFirst());
    lacking.forEach(
        asked ->
            report(
                HOLD_MISSING,
                account.id().value(),
                "neither holds nor has settled the "
                    + FindingText.lower(surplus.signum() > 0 ? Direction.DEBIT : Direction.CREDIT)
                    + " of "
                    + text(surplus.abs(), account.currency())
                    + " of "
                    + asked.record().id()));
    return lacking.isDefined();
  }

  private static boolean isHeld(Account account, Asked asked) {
    return account.holds().stream()
        .anyMatch(
            hold ->
                hold.mode() == HoldMode.ESCROW
                    && hold.record().equals(asked.record().id())
                    && hold.epoch().equals(asked.record().epoch()));
  }

  AuditReport close(Records stored, Option<TreeHead> evidence, List<Finding> others) {
    findings.addAll(holds.findings(stored));
    for (AccountId account : missing) {
      List<String> sums = new ArrayList<>();
      records.movedByCurrency(account).forEach((currency, sum) -> sums.add(text(sum, currency)));
      report(
          ACCOUNT_MISSING,
          account.value(),
          "is not there, and transactions moved "
              + (sums.isEmpty() ? "what is carried" : String.join(" and ", sums))
              + " on it");
    }
    if (records.applied().isEmpty()) {
      balances.forEach(
          (currency, sum) ->
              check(
                  SUM_DIFFERS,
                  currency.getCurrencyCode(),
                  "sum of balances",
                  sum,
                  openings.getOrDefault(currency, BigInteger.ZERO),
                  currency));
    }
    findings.addAll(records.findings(stored));
    findings.addAll(others);
    findings.sort(
        Comparator.comparing((Finding finding) -> finding.kind()).thenComparing(Finding::id));
    return new AuditReport(
        accounts, records.counts(), balances, openings, complete, evidence, List.copyOf(findings));
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
