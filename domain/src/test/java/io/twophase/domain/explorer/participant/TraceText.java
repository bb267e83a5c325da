package io.twophase.domain.explorer.participant;

import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happens, as lines of a trace. */
final class TraceText {

  private final Scenario scenario;
  private final Codes codes;

  TraceText(Scenario scenario, Codes codes) {
    this.scenario = scenario;
    this.codes = codes;
  }

  String delivered(int cast, char actor, char message, char answer) {
    return who(cast, actor) + of(codes.message(message)) + " -> " + of(codes.event(answer));
  }

  String arrivedLate(int cast, char message, char answer) {
    return name(cast) + " late: " + of(codes.message(message)) + " -> " + of(codes.event(answer));
  }

  String read(int cast, char actor, char record) {
    return who(cast, actor) + "read the record -> " + of(codes.record(record));
  }

  String timedOut(int cast, char actor) {
    return who(cast, actor) + "time out on: " + waiting(actor);
  }

  String crashed(int cast, char actor) {
    String waiting = waiting(actor);
    return who(cast, actor) + "crash" + (waiting.isEmpty() ? "" : ", having sent: " + waiting);
  }

  String lostPatience(int cast, char actor) {
    return who(cast, actor) + "wait no longer";
  }

  String repeated(int cast, char actor, char message) {
    return name(cast)
        + " the network repeats what "
        + codes.actor(actor).role()
        + " sent: "
        + of(codes.message(message));
  }

  String swept(int cast, char record, char message) {
    return name(cast)
        + " sweeper: "
        + of(codes.message(message))
        + ", for the record is "
        + of(codes.record(record));
  }

  String reads(Reader.Next wanted) {
    return "reader: read "
        + (wanted.place() < 0
            ? "the record of " + name(wanted.cast())
            : scenario.places().get(wanted.place()).name());
  }

  private String who(int cast, char actor) {
    return name(cast) + " " + codes.actor(actor).role() + ": ";
  }

  private String name(int cast) {
    return scenario.casts().get(cast).name();
  }

  private String waiting(char actor) {
    return codes.actor(actor).waiting(true).unanswered().stream()
        .map(TraceText::of)
        .collect(Collectors.joining("; "));
  }

  private static String of(Transaction record) {
    return lower(record.state()) + ", epoch " + record.epoch();
  }

  static String of(Message message) {
    if (message instanceof Message.Change change) {
      return of(change.transition());
    }
    if (message instanceof Message.Withdraw withdraw) {
      DocumentHold hold = withdraw.held().hold();
      return "withdraw the hold of "
          + id(withdraw.held().document().id())
          + " at epoch "
          + hold.epoch();
    }
    if (message instanceof Message.OnDocument on) {
      return of(on.verb(), on.leg().operation(), on.leg().epoch());
    }
    if (message instanceof Message.OnPart part) {
      return "hold " + part.leg() + ", where no more is there";
    }
    Message.OnAccount on = (Message.OnAccount) message;
    return of(on.verb(), on.leg().operation(), on.leg().epoch());
  }

  private static String of(Verb verb, Operation operation, Object epoch) {
    return verb + " " + of(operation) + (verb == Verb.RELEASE ? "" : " at epoch " + epoch);
  }

  /** An operation in words. */
  static String of(Operation operation) {
    return operation.<String>foldTarget(
        account ->
            "the "
                + (account.direction() == Direction.DEBIT ? "debit" : "credit")
                + " of "
                + account.account(),
        TraceText::of);
  }

  private static String of(DocumentOperation operation) {
    return "the " + operation.kind() + " of " + id(operation.document().id());
  }

  /** A document's fields in words. */
  static String of(Option<Fields> document) {
    return document.map(Fields::toString).getOrElse("absent");
  }

  static String id(Value id) {
    return id.words().replace("\"", "");
  }

  private static String of(Transition transition) {
    if (transition instanceof Transition.TakeOver takeOver) {
      return "take over, epoch " + takeOver.expected() + " to " + takeOver.epoch();
    }
    return lower(transition.from())
        + " to "
        + lower(transition.to())
        + transition.fromEpoch().map(epoch -> " at epoch " + epoch).getOrElse("");
  }

  private static String of(Event event) {
    if (event instanceof Event.Moved moved) {
      return of(moved.outcome());
    }
    return event instanceof Event.Holds
        ? of(Answers.outcome(event))
        : of(((Event.Matches) event).outcomes().get(0));
  }

  private static String of(MatchOutcome outcome) {
    return outcome == MatchOutcome.MATCHED ? "matched" : "no match";
  }

  private static String of(HoldOutcome outcome) {
    return outcome.<String>foldTarget(
        account ->
            account instanceof AccountHoldOutcome.Refused refused
                ? "refused: " + refused.refusal().message()
                : account instanceof AccountHoldOutcome.AlreadyHeld already
                    ? "held already at epoch " + already.epoch()
                    : "held",
        TraceText::of);
  }

  private static String of(DocumentHoldOutcome outcome) {
    return outcome.fold(
        held -> "held",
        present ->
            "held already"
                + (present.exactly() ? "" : " for another operation")
                + " at epoch "
                + present.epoch(),
        busy -> "busy, held by " + busy.holder().transaction(),
        refused -> "refused: " + refused.refusal().message(),
        inDoubt -> "no answer");
  }

  private static String lower(Object name) {
    return name.toString().toLowerCase(Locale.ROOT);
  }
}
