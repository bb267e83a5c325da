package io.twophase.cli.command;

import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.cli.context.Session;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Captures an authorization, in full or in part. */
@Command(name = "capture")
public final class CaptureCommand extends DecisionCommand {

  @Parameters(index = "1", arity = "0..1", paramLabel = "AMOUNT")
  @Nullable String amount;

  @Option(names = "--of", paramLabel = "ACCOUNT=AMOUNT")
  List<String> parts = new ArrayList<>();

  CaptureCommand() {
    super("authorization", "captured");
  }

  @Override
  void check() {
    if (amount != null) {
      Arguments.requirePositiveDecimal(amount);
    }
    boolean isOfSingle = !amountsOfAccounts().isEmpty();
    CommandFailure.badInputIf(
        amount != null && isOfSingle,
        "AMOUNT '%s' is of each account, and --of of single ones: not both".formatted(amount));
  }

  @Override
  int decide(Session session, TransactionId transaction) {
    return capture(session, transaction, amountsOfAccounts())
        .<Integer>fold(
            captured -> afterwards(interrupted(), () -> captured(session, captured)),
            refused -> refused(refused.reason()),
            unknown -> unknown(session, unknown.why()));
  }

  /**
   * Returns what {@code --of} says of single accounts, as text.
   *
   * @throws CommandFailure if one says no account, or no amount above zero, or an account is named
   *     twice
   */
  private Map<AccountId, String> amountsOfAccounts() {
    Map<AccountId, String> texts = new LinkedHashMap<>();
    for (String part : parts) {
      // an account's name may have the sign in it, and an amount not
      int sign = part.lastIndexOf('=');
      CommandFailure.badInputIf(sign < 0, "--of '" + part + "' is not ACCOUNT=AMOUNT");
      AccountId account = Arguments.accountId(part.substring(0, sign));
      String text = part.substring(sign + 1);
      Arguments.requirePositiveDecimal(text);
      CommandFailure.badInputIf(
          texts.put(account, text) != null, "--of names account " + account + " twice");
    }
    return texts;
  }

  private CaptureOutcome capture(
      Session session, TransactionId transaction, Map<AccountId, String> ofAccounts) {
    Authorizations authorizations = session.twoPhase().authorizations();
    if (amount == null && ofAccounts.isEmpty()) {
      return authorizations.capture(transaction);
    }
    return session
        .twoPhase()
        .transactions()
        .findLatest(transaction)
        .<CaptureOutcome>fold(
            found ->
                amount == null
                    ? authorizations.captureInPart(transaction, amounts(ofAccounts, found.record()))
                    : authorizations.captureInPart(
                        transaction,
                        Arguments.positive(amount, currency(found.record(), any -> true))),
            absent ->
                new CaptureOutcome.Refused(
                    transaction, new AuthorizationRefusal.NotFound(transaction)),
            unreadable ->
                new CaptureOutcome.Unknown(
                    transaction, "its record cannot be read: " + unreadable.fault()),
            removed -> authorizations.capture(transaction));
  }

  private static Map<AccountId, Money> amounts(Map<AccountId, String> texts, Transaction record) {
    Map<AccountId, Money> amounts = new LinkedHashMap<>();
    texts.forEach(
        (account, text) ->
            amounts.put(
                account,
                Arguments.positive(text, currency(record, on -> on.account().equals(account)))));
    return amounts;
  }

  /** In what it holds them; of an account that it does not hold, whatever is usual. */
  private static Currency currency(Transaction record, Predicate<AccountOperation> ofAccounts) {
    return record.accountOperations().stream()
        .filter(ofAccounts)
        .map(operation -> operation.amount().currency())
        .findFirst()
        .orElse(Arguments.DEFAULT_CURRENCY);
  }

  private int captured(Session session, CaptureOutcome.Captured outcome) {
    String state = outcome.finished() ? "done" : "applied";
    List<AccountOperation> moved =
        session.twoPhase().transactions().find(outcome.id())
                instanceof TransactionLookup.Found found
            ? found.record().capturedOperations()
            : List.of();
    Tables table = new Tables("authorization " + id, state);
    moved.forEach(operation -> table.add("captured", TxCommand.moved(operation)));
    done(
        Json.object("id", id, "state", state, "captured", Views.captured(moved)), table.toString());
    if (!outcome.finished()) {
      note(
          "authorization %s is captured, and not all of it is settled yet; to settle the rest: %s recover"
              .formatted(id, context().again()));
    }
    return ExitCode.DONE;
  }
}
