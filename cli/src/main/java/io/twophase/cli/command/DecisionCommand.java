package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Reversal;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that asks for a decision of one transaction, and answers what became of that. */
public abstract class DecisionCommand extends SessionCommand implements Callable<Integer> {

  private static final String NO_SUCH = "NoSuchTransaction";
  private static final Pattern COMMAND = Pattern.compile("\\{([^}]+)}");

  /** The command that goes on after each refusal, in braces. */
  private static final ResourceBundle WAYS_ON =
      ResourceBundle.getBundle("io.twophase.cli.command.ways-on");

  @Parameters(index = "0", paramLabel = "ID")
  String id = "";

  private final String noun;
  private final String asked;

  /**
   * A command.
   *
   * @param noun what the transaction is called
   * @param asked what is to become of it
   */
  DecisionCommand(String noun, String asked) {
    this.noun = noun;
    this.asked = asked;
  }

  /** Refuses words that are wrong in any store. */
  void check() {}

  /** Asks for the decision in the open store. */
  abstract int decide(Session session, TransactionId transaction);

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    check();
    return withStore(this::interrupted, session -> decide(session, transaction));
  }

  private String what() {
    return noun + " " + id;
  }

  final String interrupted() {
    return "interrupted; whether %s is %s: the same command tells".formatted(what(), asked);
  }

  /** The decision that takes a transaction back has been made. */
  final int takenBack(Reason reason, boolean finished) {
    return done(
        Json.object(
            "id",
            id,
            "state",
            finished ? "canceled" : "canceling",
            "reason",
            Views.reason(reason, Redactor.NONE)),
        Lines.visible("%s  %s  %s".formatted(what(), asked, reason.message())));
  }

  final int unknown(Session session, String why) {
    String remedy =
        context().remedy(session, Arguments.transactionId(id), "the same command resolves it");
    return CommandFailure.unknown(
        "%s: not known whether it is %s: %s; %s".formatted(what(), asked, why, remedy));
  }

  final int refused(AuthorizationRefusal refusal) {
    return refused(
        Json.object("id", id, "error", Reused.error(refusal)),
        "%s  not %s".formatted(what(), asked),
        "%s is not %s: %s; %s".formatted(what(), asked, refusal.message(), wayOn(refusal)));
  }

  private String wayOn(AuthorizationRefusal refusal) {
    return COMMAND
        .matcher(wayOn(refusal.getClass()))
        .replaceAll(found -> Matcher.quoteReplacement(command(found.group(1))));
  }

  static String wayOn(Class<?> refusal) {
    return WAYS_ON.getString(refusal.getSimpleName());
  }

  /** A command line on the same store, with the id of the transaction. */
  final String command(String words) {
    String named = (id.startsWith("-") ? "-- " : "") + Lines.quoted(id);
    return context().again() + " " + words.replace("ID", named);
  }

  /** Notes that somebody approves an authorization. */
  @Command(name = "approve")
  public static final class ApproveCommand extends DecisionCommand {

    @Parameters(index = "1", paramLabel = "NAME")
    String name = "";

    ApproveCommand() {
      super("authorization", "approved");
    }

    @Override
    void check() {
      Arguments.approver(name);
    }

    @Override
    int decide(Session session, TransactionId transaction) {
      ApproveOutcome outcome =
          session.twoPhase().authorizations().approve(transaction, Arguments.approver(name));
      return outcome.fold(
          this::approved,
          refused -> refused(refused.reason()),
          unknown -> unknown(session, unknown.why()));
    }

    private int approved(ApproveOutcome.Approved outcome) {
      String all = ApproverName.list(outcome.approvals());
      int count = outcome.approvals().size();
      return done(
          Json.object(
              "id", id,
              "approvedBy", outcome.approvals(),
              "approvalsRequired", outcome.required()),
          "authorization %s  approved by %s  %s of %s"
              .formatted(id, all, count, outcome.required()));
    }
  }

  /** Voids an authorization. */
  @Command(name = "void")
  public static final class VoidCommand extends DecisionCommand {

    @Option(names = "--reason", paramLabel = "TEXT")
    String reason = "";

    VoidCommand() {
      super("authorization", "voided");
    }

    @Override
    int decide(Session session, TransactionId transaction) {
      VoidOutcome outcome =
          session.twoPhase().authorizations().voidAuthorization(transaction, reason);
      return outcome.fold(
          voided -> takenBack(voided.reason(), voided.finished()),
          refused -> refused(refused.reason()),
          unknown -> unknown(session, unknown.why()));
    }
  }

  /** Cancels a transaction that is not decided. */
  @Command(name = "cancel")
  public static final class CancelCommand extends DecisionCommand {

    @Option(names = "--reason", paramLabel = "TEXT")
    String reason = "";

    CancelCommand() {
      super("transaction", "canceled");
    }

    @Override
    int decide(Session session, TransactionId transaction) {
      CancelOutcome outcome = session.twoPhase().compensation().cancel(transaction, reason);
      return outcome.fold(
          canceled -> takenBack(canceled.reason(), canceled.finished()),
          decided ->
              refuse(
                  "transaction %s is %s, too late to cancel; to move it back: %s"
                      .formatted(id, Json.lower(decided.state()), command("reverse ID"))),
          notFound -> refuse(NO_SUCH, "there is no transaction " + id),
          unknown -> unknown(session, unknown.why()));
    }
  }

  /** Reverses a done transaction by a new one. */
  @Command(name = "reverse")
  public static final class ReverseCommand extends DecisionCommand {

    @Option(names = "--reason", paramLabel = "TEXT")
    String reason = "";

    ReverseCommand() {
      super("transaction", "reversed");
    }

    @Override
    int decide(Session session, TransactionId transaction) {
      ReverseOutcome outcome = session.twoPhase().compensation().reverse(transaction, reason);
      return outcome.fold(
          reversed ->
              done(
                  Json.object(
                      "id", id,
                      "reversal", reversed.reversal(),
                      "alreadyDone", reversed.foundDecided()),
                  "transaction %s  reversed by %s".formatted(id, reversed.reversal())),
          refused -> notReversed(refused.reason()),
          none -> none(none.reason()),
          unknown -> unknown(session, unknown.why()));
    }

    private int notReversed(Refusal why) {
      String next =
          why instanceof Refusal.IdReused
              ? "the id of its reversal stays taken"
              : "it can be asked again";
      return refuse(
          why.kind(), "transaction %s is not reversed: %s; %s".formatted(id, why.message(), next));
    }

    private int none(Reversal.Refusal why) {
      boolean isUndecided = why instanceof Reversal.Refusal.CancelInstead;
      return refuse(why.kind(), why.message() + (isUndecided ? ": " + command("cancel ID") : ""));
    }
  }
}
