package io.twophase.cli.transaction;

import static java.util.Map.entry;

import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command that asks for a decision of one transaction, and answers what became of that. */
abstract class DecisionCommand extends SessionCommand implements Callable<Integer> {

  private static final String ALL_OF_IT = "to capture all that is held: {capture ID}";
  private static final String NEW_ID = "authorize again, under a new id";
  private static final Pattern COMMAND = Pattern.compile("\\{([^}]+)}");

  /** The command that goes on after each refusal, in braces. */
  static final Map<Class<? extends Reason>, String> WAYS_ON =
      Map.ofEntries(
          entry(
              AuthorizationRefusal.NotAnAuthorization.class,
              "to undo it: {cancel ID}, or once it is done: {reverse ID}"),
          entry(
              AuthorizationRefusal.RecordRemoved.class, "to see what is left of it: {tx show ID}"),
          entry(
              AuthorizationRefusal.NotYetAuthorized.class,
              "ask again; if nobody is at work on it any more, first: {recover}; to give it up:"
                  + " {void ID}"),
          entry(AuthorizationRefusal.AlreadyCaptured.class, "to move it back: {reverse ID}"),
          entry(AuthorizationRefusal.NotApproved.class, "each of them by: {approve ID NAME}"),
          entry(AuthorizationRefusal.NoSuchApprover.class, "to see it: {tx show ID}"),
          entry(AuthorizationRefusal.AccountNotHeld.class, "to see what is held: {tx show ID}"),
          entry(AuthorizationRefusal.NothingToCapture.class, "to give it back: {void ID}"),
          entry(AuthorizationRefusal.OtherCurrency.class, ALL_OF_IT),
          entry(AuthorizationRefusal.MoreThanHeld.class, ALL_OF_IT),
          entry(AuthorizationRefusal.UnbalancedCapture.class, ALL_OF_IT),
          entry(AuthorizationRefusal.Voided.class, NEW_ID),
          entry(AuthorizationRefusal.Expired.class, NEW_ID),
          entry(AuthorizationRefusal.NeverAuthorized.class, NEW_ID),
          entry(AuthorizationRefusal.NotFound.class, "to see which there are: {tx list}"));

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

  /** The id of the transaction, as it is given. */
  abstract String given();

  /** Refuses words that are wrong in any store. */
  void check() {}

  /** Asks for the decision in the open store. */
  abstract int decide(Session session, TransactionId transaction);

  @Override
  public Integer call() {
    TransactionId id = id();
    check();
    return withStore(this::interrupted, session -> decide(session, id));
  }

  private TransactionId id() {
    return Arguments.transactionId(given());
  }

  private String what() {
    return noun + " " + given();
  }

  final String interrupted() {
    return "interrupted; whether %s is %s: the same command tells".formatted(what(), asked);
  }

  /** The decision that takes a transaction back has been made. */
  final int takenBack(Reason reason, boolean finished) {
    return done(
        Json.object(
            "id", id(),
            "state", finished ? "canceled" : "canceling",
            "reason", Views.reason(reason, Redactor.NONE)),
        Lines.visible("%s  %s  %s".formatted(what(), asked, reason.message())));
  }

  final int unknown(Session session, String why) {
    return unknown(
        "%s: not known whether it is %s: %s; %s"
            .formatted(
                what(),
                asked,
                why,
                context().remedy(session, id(), "the same command resolves it")));
  }

  final int notFound() {
    return refuse("NoSuchTransaction", "there is no transaction " + given());
  }

  final int refused(AuthorizationRefusal refusal) {
    return refused(
        Json.object("id", id(), "error", Reused.error(refusal)),
        "%s  not %s".formatted(what(), asked),
        "%s is not %s: %s; %s".formatted(what(), asked, refusal.message(), wayOn(refusal)));
  }

  private String wayOn(AuthorizationRefusal refusal) {
    String way = WAYS_ON.getOrDefault(refusal.getClass(), "to see it: {tx show ID}");
    return COMMAND
        .matcher(way)
        .replaceAll(found -> Matcher.quoteReplacement(command(found.group(1))));
  }

  /** A command line on the same store, with the id of the transaction. */
  final String command(String words) {
    return context().again() + " " + words.replace("ID", Shell.quoted(given()));
  }
}
