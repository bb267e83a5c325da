package io.twophase.junit.assertion;

import io.twophase.domain.Money;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Assertions on an account as it was read. Amounts are decimal texts in the account's currency,
 * such as {@code "70.00"}, with the sign that people see: that of a debit-normal account is turned.
 */
public class AccountAssert extends LookupAssert<AccountAssert, AccountLookup, Account> {

  AccountAssert(AccountLookup actual) {
    super(actual, AccountAssert.class);
  }

  /** So much is settled on it. */
  public AccountAssert hasBalance(String decimal) {
    return has("a balance of", decimal, Shown::balance);
  }

  /** So much may still be held of it. */
  public AccountAssert hasAvailable(String decimal) {
    return has("available", decimal, Shown::available);
  }

  private AccountAssert has(String what, String decimal, Function<Shown, Money> figure) {
    Account account = thing();
    Money wanted = money(decimal, account.currency());
    Money found = figure.apply(Shown.of(account));
    return require(
        found.equals(wanted),
        "to have " + what + " " + wanted,
        "it has " + found + heldBy(account));
  }

  private static String heldBy(Account account) {
    return account.holds().size() == 0 ? "" : "; held by " + holders(account);
  }

  /** No transaction and no batch holds anything of it. */
  public AccountAssert hasNothingHeld() {
    Account account = thing();
    return require(
        account.holds().size() == 0, "to have nothing held", "it is held by " + holders(account));
  }

  /** So many transactions and batches hold something of it. */
  public AccountAssert hasHolds(int count) {
    Account account = thing();
    int found = account.holds().size();
    return require(
        found == count, "to have " + count + " holds", "it has " + found + heldBy(account));
  }

  /** The transaction of this id holds something of it. */
  public AccountAssert isHeldBy(String transaction) {
    Account account = thing();
    return require(
        account.holds().stream().anyMatch(hold -> hold.transaction().value().equals(transaction)),
        "to be held by " + transaction,
        "it is held by " + (account.holds().size() == 0 ? "none" : holders(account)));
  }

  /** It takes holds. */
  public AccountAssert isActive() {
    return is(AccountStatus.ACTIVE);
  }

  /** It takes no holds until it is unfrozen. */
  public AccountAssert isFrozen() {
    return is(AccountStatus.FROZEN);
  }

  /** It takes no holds any more. */
  public AccountAssert isClosed() {
    return is(AccountStatus.CLOSED);
  }

  private AccountAssert is(AccountStatus status) {
    AccountStatus found = thing().status();
    return require(found == status, "to be " + word(status), "it is " + word(found));
  }

  private static String word(AccountStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  @Override
  Seen<Account> seen() {
    return actual.fold(
        found -> Seen.there("account " + found.account().id(), found.account()),
        absent -> Seen.none("account " + absent.id()),
        unreadable ->
            Seen.faulty("account " + unreadable.id(), "it cannot be read: " + unreadable.fault()));
  }

  /** The holders of something of an account, with what each holds. */
  private static String holders(Account account) {
    List<String> all =
        account.holds().stream()
            .map(hold -> hold.transaction() + " (" + what(account, hold) + ")")
            .toList();
    return String.join(", ", all);
  }

  private static String what(Account account, Hold hold) {
    Range range = hold.range();
    if (hold.mode() != HoldMode.ESCROW) {
      return "as a document";
    }
    if (hold.record().isOfMany()) {
      return "a batch";
    }
    return range.debit() > 0
        ? "a debit of " + account.money(range.debit())
        : "a credit of " + account.money(range.credit());
  }
}
