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
        byRule -> byRule.rule().fold(new WayOn()),
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
  private final class WayOn implements AuthorizationRefusal.Cases<String> {

    @Override
    public String notAnAuthorization(AuthorizationRefusal.NotAnAuthorization refusal) {
      return "to undo it: " + command("cancel") + ", or once it is done: " + command("reverse");
    }

    @Override
    public String recordRemoved(AuthorizationRefusal.RecordRemoved refusal) {
      return "to see what is left of it: " + command("tx show");
    }

    @Override
    public String notYetAuthorized(AuthorizationRefusal.NotYetAuthorized refusal) {
      return "ask again; if nobody is at work on it any more, first: "
          + context.again()
          + " recover; to give it up: "
          + command("void");
    }

    @Override
    public String alreadyCaptured(AuthorizationRefusal.AlreadyCaptured refusal) {
      return "to move it back: " + command("reverse");
    }

    @Override
    public String notApproved(AuthorizationRefusal.NotApproved refusal) {
      return "each of them by: " + command("approve") + " NAME";
    }

    @Override
    public String noSuchApprover(AuthorizationRefusal.NoSuchApprover refusal) {
      return "to see it: " + command("tx show");
    }

    @Override
    public String accountNotHeld(AuthorizationRefusal.AccountNotHeld refusal) {
      return "to see what is held: " + command("tx show");
    }

    @Override
    public String otherCurrency(AuthorizationRefusal.OtherCurrency refusal) {
      return allOfIt();
    }

    @Override
    public String nothingToCapture(AuthorizationRefusal.NothingToCapture refusal) {
      return "to give it back: " + command("void");
    }

    @Override
    public String moreThanHeld(AuthorizationRefusal.MoreThanHeld refusal) {
      return allOfIt();
    }

    @Override
    public String unbalancedCapture(AuthorizationRefusal.UnbalancedCapture refusal) {
      return allOfIt();
    }

    private String allOfIt() {
      return "to capture all that is held: " + command("capture");
    }
  }
}
