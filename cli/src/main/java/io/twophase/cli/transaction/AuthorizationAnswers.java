package io.twophase.cli.transaction;

import io.twophase.app.authorization.DecisionRefusal;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Views;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;

/** What is said where an authorization is not captured, not approved or not voided. */
final class AuthorizationAnswers {

  private final CommandContext context;
  private final TransactionId id;
  private final String what;

  /**
   * @param what was asked for: captured, approved or voided
   */
  AuthorizationAnswers(CommandContext context, TransactionId id, String what) {
    this.context = context;
    this.id = id;
    this.what = what;
  }

  String interrupted() {
    return "interrupted; whether authorization " + id + " is " + what + ": the same command tells";
  }

  CommandFailure unknown(Session session, String why) {
    return CommandFailure.unknown(
        "authorization "
            + id
            + ": not known whether it is "
            + what
            + ": "
            + why
            + "; "
            + Unresolved.remedy(context, session, id, "the same command resolves it"));
  }

  int refused(DecisionRefusal refusal) {
    context.answer(
        () -> Json.object("id", id.value(), "error", Views.error(refusal)),
        () -> "authorization " + id + "  not " + what);
    context.note(
        "authorization "
            + id
            + " is not "
            + what
            + ": "
            + refusal.message()
            + "; "
            + wayOn(refusal));
    return ExitCode.REFUSED;
  }

  private String wayOn(DecisionRefusal refusal) {
    return refusal.fold(
        byRule -> wayOn(byRule.rule()),
        voided -> underANewId(),
        expired -> underANewId(),
        neverAuthorized -> underANewId(),
        notFound -> "to see which there are: " + context.again() + " tx list");
  }

  private static String underANewId() {
    return "authorize again, under a new id";
  }

  private String command(String name) {
    return context.again() + " " + name + " " + Shell.quoted(id.value());
  }

  /** The command that goes on after each refusal. */
  private String wayOn(AuthorizationRefusal rule) {
    if (rule instanceof AuthorizationRefusal.NotAnAuthorization) {
      return "to undo it: " + command("cancel") + ", or once it is done: " + command("reverse");
    }
    if (rule instanceof AuthorizationRefusal.RecordRemoved) {
      return "to see what is left of it: " + command("tx show");
    }
    if (rule instanceof AuthorizationRefusal.NotYetAuthorized) {
      return "ask again; if nobody is at work on it any more, first: "
          + context.again()
          + " recover; to give it up: "
          + command("void");
    }
    if (rule instanceof AuthorizationRefusal.AlreadyCaptured) {
      return "to move it back: " + command("reverse");
    }
    if (rule instanceof AuthorizationRefusal.NotApproved) {
      return "each of them by: " + command("approve") + " NAME";
    }
    if (rule instanceof AuthorizationRefusal.NoSuchApprover) {
      return "to see it: " + command("tx show");
    }
    if (rule instanceof AuthorizationRefusal.AccountNotHeld) {
      return "to see what is held: " + command("tx show");
    }
    return rule instanceof AuthorizationRefusal.NothingToCapture
        ? "to give it back: " + command("void")
        : "to capture all that is held: " + command("capture");
  }
}
