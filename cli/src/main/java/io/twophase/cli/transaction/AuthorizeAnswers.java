package io.twophase.cli.transaction;

import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.transfer.Refusal;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Views;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.TransactionLookup;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is said of an authorization that was asked for. */
final class AuthorizeAnswers {

  private final CommandContext context;
  private final TransactionId id;
  private final AuthorizationTerms terms;
  private final String sameAgain;

  /**
   * Of one.
   *
   * @param sameAgain the command that resolves an unknown outcome
   */
  AuthorizeAnswers(
      CommandContext context, TransactionId id, AuthorizationTerms terms, String sameAgain) {
    this.context = context;
    this.id = id;
    this.terms = terms;
    this.sameAgain = sameAgain;
  }

  String interrupted() {
    return "interrupted: authorization " + id + " may be held or not; to see to it: " + sameAgain;
  }

  /**
   * Asks for it, and answers what became of it.
   *
   * @param ask asks for it
   * @param explained why it is refused, for people
   */
  int answer(Session session, Supplier<AuthorizeOutcome> ask, Function<Refusal, Reason> explained) {
    TransactionLookup before = session.twoPhase().transactions().find(id);
    AuthorizeOutcome outcome = ask.get();
    return outcome.fold(
        this::authorized,
        captured -> captured(session),
        refused -> {
          Reason reason = explained.apply(refused.refusal());
          boolean isAgain =
              refused.refusal() instanceof Refusal.Canceled && RefusedBefore.isRefused(before);
          return refused(
              session,
              refused.refusal(),
              isAgain ? RefusedBefore.explained(reason, before) : reason);
        },
        unknown -> {
          throw CommandFailure.unknown(
              "authorization "
                  + id
                  + ": the outcome is not known: "
                  + unknown.why()
                  + "; "
                  + Unresolved.remedy(context, session, id, "to resolve it: " + sameAgain));
        });
  }

  private int authorized(AuthorizeOutcome.Authorized outcome) {
    context.answer(
        () ->
            Json.object(
                "id", id.value(),
                "state", "authorized",
                "expiresAt", outcome.expiresAt().toString(),
                "approvedBy", outcome.approvals().stream().map(Object::toString).toList(),
                "approvalsRequired", terms.requiredApprovals()),
        () -> {
          Tables table = new Tables("authorization " + id, "authorized");
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

  private int captured(Session session) {
    String state = TransferCommand.state(session, id, "applied");
    context.answer(
        () -> Json.object("id", id.value(), "state", state),
        () -> "authorization " + id + "  " + state + "  captured before");
    return ExitCode.DONE;
  }

  private int refused(Session session, Refusal refusal, Reason reason) {
    String state = TransferCommand.state(session, id, refusal);
    context.answer(
        () -> Json.object("id", id.value(), "state", state, "error", Views.error(reason)),
        () -> "authorization " + id + "  " + state);
    context.note(
        "authorization "
            + id
            + " "
            + RefusedBefore.words(reason)
            + refusal.<String>fold(
                invalid -> "",
                canceled -> reason instanceof RefusedBefore ? "" : "; a new try needs a new id",
                reused -> ""));
    return ExitCode.REFUSED;
  }
}
