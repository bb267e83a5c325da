package io.twophase.domain.testing;

import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/** Short names for the values that tests are made of. All throw on what the domain refuses. */
public final class Fixtures {

  /** US dollars: two fraction digits. */
  public static final Currency USD = Currency.getInstance("USD");

  /** Euros: two fraction digits, and not dollars. */
  public static final Currency EUR = Currency.getInstance("EUR");

  /** The moment at which everything in a fixture happens. */
  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  /** The application that owns what a fixture owns. */
  public static final ApplicationName APP = new ApplicationName("App1");

  /** What a fixture was canceled for, on request. */
  public static final CancelReason ON_REQUEST = new CancelReason.Requested("changed my mind");

  private Fixtures() {}

  /** Dollars, from decimal text. */
  public static Money usd(String decimal) {
    return money(decimal, USD);
  }

  /** Euros, from decimal text. */
  public static Money eur(String decimal) {
    return money(decimal, EUR);
  }

  /** An amount, from decimal text. */
  public static Money money(String decimal, Currency currency) {
    return accepted(Money.parse(decimal, currency));
  }

  /** Dollars, from a number of cents: any int64. */
  public static Money cents(long minor) {
    return new Money(minor, USD);
  }

  /** An account id. */
  public static AccountId accountId(String value) {
    return new AccountId(value);
  }

  /** A transaction id. */
  public static TransactionId transactionId(String value) {
    return new TransactionId(value);
  }

  /** A token. */
  public static Token token(String value) {
    return new Token(value);
  }

  /** An application's name. */
  public static ApplicationName application(String value) {
    return new ApplicationName(value);
  }

  /** An epoch. */
  public static Epoch epoch(long value) {
    return new Epoch(value);
  }

  /** An account to be, with no overdraft and no ceiling of its own until told otherwise. */
  public static AccountFixture account(String id) {
    return AccountFixture.of(id);
  }

  /** Takes {@code amount} out of {@code account}. */
  public static Debit debit(String account, Money amount) {
    return new Debit(accountId(account), amount);
  }

  /** Puts {@code amount} into {@code account}. */
  public static Credit credit(String account, Money amount) {
    return new Credit(accountId(account), amount);
  }

  /** A transfer of {@code amount}. */
  public static NewTransaction transfer(
      String id, String source, String destination, Money amount) {
    return accepted(
        NewTransaction.transfer(
            transactionId(id), accountId(source), accountId(destination), amount, false));
  }

  /** A transaction of any balanced operations. */
  public static NewTransaction transaction(String id, AccountOperation... operations) {
    return accepted(NewTransaction.of(transactionId(id), List.of(operations), Optional.empty()));
  }
}
