package io.twophase.cli.transaction;

import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Reused;
import io.twophase.cli.view.Views;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.reason.Reason;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds a transfer that is captured or voided later. */
@Command(
    name = "authorize",
    mixinStandardHelpOptions = true,
    description = "Hold an amount for a transfer, which is captured or voided later.")
public final class AuthorizeCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public AuthorizeCommand(CommandContext context) {
    this.context = context;
  }

  /** An amount such as -5 is an amount, to be refused as one, and not an option. */
  @Spec
  void readOptionsThatAreNoneAsAmounts(CommandSpec spec) {
    spec.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Parameters(index = "0", paramLabel = "SOURCE")
  String source = "";

  @Parameters(index = "1", paramLabel = "DESTINATION")
  String destination = "";

  @Parameters(index = "2", paramLabel = "AMOUNT", description = "in the account's currency")
  String amount = "";

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "asked again under the same id, it has the same answer (default: a fresh one)")
  @Nullable String id;

  @Mixin TermsOptions options = new TermsOptions();

  @Override
  public Integer call() {
    AccountId from = Arguments.accountId(source);
    AccountId to = Arguments.accountId(destination);
    TransactionId transaction =
        id == null ? new RandomIds().nextTransactionId() : Arguments.transactionId(id);
    AuthorizationTerms terms = options.terms();
    TransferAmount.requirePositiveDecimal(amount);
    return context.withStore(
        () ->
            "interrupted: authorization "
                + transaction
                + " may be held or not; to see to it: "
                + sameAgain(transaction, terms),
        session ->
            authorize(
                session,
                new TransferRequest(
                    transaction,
                    from,
                    to,
                    TransferAmount.of(amount, TransferCommand.currency(session, from, to))),
                terms));
  }

  private int authorize(Session session, TransferRequest request, AuthorizationTerms terms) {
    return session
        .twoPhase()
        .authorizations()
        .authorize(request, terms)
        .fold(
            authorized -> authorized(authorized, terms),
            captured -> captured(session, captured.id()),
            refused -> refused(session, request, terms, refused),
            unknown -> {
              throw CommandFailure.unknown(
                  "authorization "
                      + request.id()
                      + ": the outcome is not known: "
                      + unknown.why()
                      + "; "
                      + Unresolved.remedy(
                          context,
                          session,
                          request.id(),
                          "to resolve it: " + sameAgain(request.id(), terms)));
            });
  }

  private int authorized(AuthorizeOutcome.Authorized outcome, AuthorizationTerms terms) {
    context.answer(
        () ->
            Json.object(
                "id", outcome.id().value(),
                "state", "authorized",
                "expiresAt", outcome.expiresAt().toString(),
                "approvedBy", outcome.approvals().stream().map(Object::toString).toList(),
                "approvalsRequired", terms.requiredApprovals()),
        () -> {
          Tables table = new Tables("authorization " + outcome.id(), "authorized");
          table.add("expires", outcome.expiresAt().toString());
          terms
              .approvals()
              .forEach(
                  rule ->
                      table.add(
                          "approvals", outcome.approvals().size() + " of " + rule.required()));
          return table.toString();
        });
    return ExitCode.DONE;
  }

  private int captured(Session session, TransactionId transaction) {
    String state = TransferCommand.state(session, transaction, "applied");
    context.answer(
        () -> Json.object("id", transaction.value(), "state", state),
        () -> "authorization " + transaction + "  " + state + "  captured before");
    return ExitCode.DONE;
  }

  private int refused(
      Session session,
      TransferRequest request,
      AuthorizationTerms terms,
      AuthorizeOutcome.Refused refused) {
    TransactionId transaction = request.id();
    Reason reason = Reused.explained(refused.refusal(), request, terms);
    String state = TransferCommand.state(session, transaction, refused.refusal());
    context.answer(
        () ->
            Json.object("id", transaction.value(), "state", state, "reason", Views.reason(reason)),
        () -> "authorization " + transaction + "  " + state);
    context.note(
        "authorization "
            + transaction
            + " refused: "
            + reason.message()
            + refused
                .refusal()
                .<String>fold(
                    invalid -> "",
                    canceled -> "; a new try needs a new id",
                    reused -> "",
                    versionNotAllowed -> ""));
    return ExitCode.REFUSED;
  }

  /** The command that resolves an unknown outcome. */
  private String sameAgain(TransactionId transaction, AuthorizationTerms terms) {
    return String.format(
        "%s authorize '%s' '%s' %s --id '%s' %s",
        context.again(), source, destination, amount, transaction, TermsOptions.line(terms));
  }
}
