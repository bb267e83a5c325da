package io.twophase.cli.transaction;

import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.DecisionRefusal;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Captures an authorization, in full or in part. */
@Command(
    name = "capture",
    mixinStandardHelpOptions = true,
    description =
        "Make an authorization happen, in full or in part; the rest is given back. Again is the"
            + " same answer.")
public final class CaptureCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public CaptureCommand(CommandContext context) {
    this.context = context;
  }

  /** An amount such as -5 is an amount, to be refused as one, and not an option. */
  @Spec
  void readOptionsThatAreNoneAsAmounts(CommandSpec spec) {
    spec.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Parameters(index = "0", paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "AMOUNT",
      description = "of each of its debits and credits (default: all that is held)")
  @Nullable String amount;

  @Mixin PartOptions parts = new PartOptions();

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    if (amount != null) {
      TransferAmount.requirePositiveDecimal(amount);
    }
    Map<AccountId, String> ofAccounts = parts.texts();
    if (amount != null && parts.isGiven()) {
      throw CommandFailure.badInput(
          "AMOUNT '" + amount + "' is of each account, and --of of single ones: not both");
    }
    AuthorizationAnswers answers = new AuthorizationAnswers(context, transaction, "captured");
    return context.withStore(
        answers::interrupted,
        session ->
            capture(session, transaction, ofAccounts)
                .<Integer>fold(
                    captured ->
                        context.afterwards(answers::interrupted, () -> captured(session, captured)),
                    refused -> answers.refused(refused.refusal()),
                    unknown -> {
                      throw answers.unknown(session, unknown.why());
                    }));
  }

  private CaptureOutcome capture(
      Session session, TransactionId transaction, Map<AccountId, String> ofAccounts) {
    Authorizations authorizations = session.twoPhase().authorizations();
    String part = amount;
    if (part == null && ofAccounts.isEmpty()) {
      return authorizations.capture(transaction);
    }
    return session
        .twoPhase()
        .transactions()
        .find(transaction)
        .<CaptureOutcome>fold(
            found ->
                part == null
                    ? authorizations.captureInPart(
                        transaction, PartOptions.amounts(ofAccounts, found.record()))
                    : authorizations.captureInPart(
                        transaction, TransferAmount.of(part, currency(found.record()))),
            absent ->
                new CaptureOutcome.Refused(transaction, new DecisionRefusal.NotFound(transaction)),
            unreadable ->
                new CaptureOutcome.Unknown(
                    transaction, "its record cannot be read: " + unreadable.fault()),
            removed -> authorizations.capture(transaction));
  }

  private static Currency currency(Transaction record) {
    return record.accountOperations().stream()
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
    context.answer(
        () -> Json.object("id", id, "state", state, "captured", amounts(moved)),
        () -> {
          Tables table = new Tables("authorization " + id, state);
          moved.forEach(operation -> AuthorizationLines.addCaptured(operation, table));
          return table.toString();
        });
    if (!outcome.finished()) {
      context.note(
          "authorization "
              + id
              + " is captured, and not all of it is settled yet; to settle the rest: "
              + context.again()
              + " recover");
    }
    return ExitCode.DONE;
  }

  private static Map<String, Object> amounts(List<AccountOperation> moved) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    moved.forEach(on -> amounts.put(on.account().value(), on.amount().toDecimal()));
    return amounts;
  }
}
