package io.twophase.junit.assertion;

import io.twophase.domain.Money;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.AccountLookup;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on an account as it was read. Amounts are decimal texts in the account's currency,
 * such as {@code "70.00"}, with the sign that people see: that of a debit-normal account is turned.
 */
public class AccountAssert extends AbstractAssert<AccountAssert, AccountLookup> {

  AccountAssert(AccountLookup actual) {
    super(actual, AccountAssert.class);
  }

  /** There is such an account, and it can be read. */
  public AccountAssert exists() {
    account();
    return this;
  }

  /** There is no account of this id. */
  public AccountAssert isAbsent() {
    isNotNull();
    boolean isThere = actual.<Boolean>fold(found -> true, absent -> false, unreadable -> true);
    if (isThere) {
      failWithMessage("%nExpecting %s%nnot to exist%nbut it is there", subject());
    }
    return this;
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
    Account account = account();
    Money wanted = Amounts.of(decimal, account.currency());
    Money found = figure.apply(Shown.of(account));
    if (!found.equals(wanted)) {
      failWithMessage(
          "%nExpecting %s%nto have %s %s%nbut it has %s%s",
          subject(), what, wanted, found, holds(account));
    }
    return this;
  }

  private static String holds(Account account) {
    return account.holds().size() == 0
        ? ""
        : "; held by " + String.join(", ", Holders.of(account)) + "";
  }

  /** No transaction and no batch holds anything of it. */
  public AccountAssert hasNothingHeld() {
    Account account = account();
    if (account.holds().size() > 0) {
      failWithMessage(
          "%nExpecting %s%nto have nothing held%nbut it is held by %s",
          subject(), String.join(", ", Holders.of(account)));
    }
    return this;
  }

  /** So many transactions and batches hold something of it. */
  public AccountAssert hasHolds(int count) {
    Account account = account();
    if (account.holds().size() != count) {
      failWithMessage(
          "%nExpecting %s%nto have %d holds%nbut it has %d%s",
          subject(), count, account.holds().size(), holds(account));
    }
    return this;
  }

  /** The transaction of this id holds something of it. */
  public AccountAssert isHeldBy(String transaction) {
    Account account = account();
    if (!Holders.ids(account).contains(transaction)) {
      failWithMessage(
          "%nExpecting %s%nto be held by %s%nbut it is held by %s",
          subject(),
          transaction,
          account.holds().size() == 0 ? "none" : String.join(", ", Holders.of(account)));
    }
    return this;
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
    AccountStatus found = account().status();
    if (found != status) {
      failWithMessage(
          "%nExpecting %s%nto be %s%nbut it is %s", subject(), word(status), word(found));
    }
    return this;
  }

  private static String word(AccountStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private String subject() {
    return actual.fold(
        found -> "account " + found.account().id(),
        absent -> "account " + absent.id(),
        unreadable -> "account " + unreadable.id());
  }

  private Account account() {
    isNotNull();
    Optional<Account> account =
        actual.fold(
            found -> Optional.of(found.account()),
            absent -> Optional.empty(),
            unreadable -> Optional.empty());
    if (account.isEmpty()) {
      failWithMessage(
          "%nExpecting %s%nto exist%nbut %s",
          subject(),
          actual.<String>fold(
              found -> "it is there",
              absent -> "there is none",
              unreadable -> "it cannot be read: " + unreadable.fault()));
    }
    return account.orElseThrow();
  }
}
