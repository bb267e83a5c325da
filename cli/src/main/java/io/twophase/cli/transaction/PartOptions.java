package io.twophase.cli.transaction;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how much is captured of single accounts. */
final class PartOptions {

  @Option(
      names = "--of",
      paramLabel = "ACCOUNT=AMOUNT",
      description =
          "instead of AMOUNT: so much of this account, and of those that are not named all that is"
              + " held; once for each")
  private List<String> parts = new ArrayList<>();

  boolean isGiven() {
    return !parts.isEmpty();
  }

  /**
   * What they say, as text.
   *
   * @throws CommandFailure if one says no account, or no amount above zero, or an account is named
   *     twice
   */
  Map<AccountId, String> texts() {
    Map<AccountId, String> texts = new LinkedHashMap<>();
    for (String part : parts) {
      // an account's name may have the sign in it, and an amount not
      int sign = part.lastIndexOf('=');
      if (sign < 0) {
        throw CommandFailure.badInput("--of '" + part + "' is not ACCOUNT=AMOUNT");
      }
      AccountId account = Arguments.accountId(part.substring(0, sign));
      String amount = part.substring(sign + 1);
      TransferAmount.requirePositiveDecimal(amount);
      if (texts.put(account, amount) != null) {
        throw CommandFailure.badInput("--of names account " + account + " twice");
      }
    }
    return texts;
  }

  /** The amounts, each in the currency in which the authorization holds that account. */
  static Map<AccountId, Money> amounts(Map<AccountId, String> texts, Transaction record) {
    Map<AccountId, Money> amounts = new LinkedHashMap<>();
    texts.forEach(
        (account, text) ->
            amounts.put(account, TransferAmount.of(text, currency(record, account))));
    return amounts;
  }

  /** Of an account that it does not hold, whatever is usual: it is refused by name. */
  private static Currency currency(Transaction record, AccountId account) {
    return record.accountOperations().stream()
        .filter(operation -> operation.account().equals(account))
        .findFirst()
        .map(AccountOperation::amount)
        .map(Money::currency)
        .orElse(Arguments.DEFAULT_CURRENCY);
  }
}
