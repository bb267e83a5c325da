package io.twophase.cli.transaction;

import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.Session;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Account;
import io.twophase.domain.transaction.Labels;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/**
 * A transfer as the words of a command line ask for it.
 *
 * @param amount as it is written, for its currency is that of the accounts
 */
record TransferArguments(
    TransactionId id, AccountId source, AccountId destination, String amount, Labels labels) {

  /** Reads the words; what is wrong with them in any store is refused. */
  TransferArguments(
      String source, String destination, String amount, @Nullable String id, LabelOptions said) {
    this(
        id == null ? new RandomIds().nextTransactionId() : Arguments.transactionId(id),
        Arguments.accountId(source),
        Arguments.accountId(destination),
        amount,
        said.labels());
    Arguments.requirePositiveDecimal(amount);
  }

  /** The request; of accounts that are not there, the amount is in the usual currency. */
  TransferRequest request(Session session) {
    Currency currency =
        TransferCommand.accounts(session, source, destination)
            .map(Account::currency)
            .findFirst()
            .orElse(Arguments.DEFAULT_CURRENCY);
    return new TransferRequest(id, source, destination, Arguments.positive(amount, currency))
        .labelled(labels);
  }

  /** These arguments as a command line, behind the store. */
  String line(String command) {
    return " %s %s %s %s --id %s"
        .formatted(
            command,
            Shell.quoted(source.value()),
            Shell.quoted(destination.value()),
            Shell.quoted(amount),
            Shell.quoted(id.value()));
  }
}
