package io.twophase.domain.explorer.search;

import io.twophase.domain.account.Account;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
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
    return about(cast) + "late: " + of(codes.message(message)) + " -> " + of(codes.event(answer));
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

  String gaveUp(int cast, char actor) {
    return who(cast, actor) + "give up on: " + waiting(actor);
  }

  String lost(int cast, char actor, char message) {
    return who(cast, actor) + of(codes.message(message)) + " -> lost on its way";
  }

  String repeated(int cast, char actor, char message) {
    return about(cast)
        + "the network repeats what "
        + codes.actor(actor).role()
        + " sent: "
        + of(codes.message(message));
  }

  String lostRecord(int cast) {
    return about(cast) + "the node that has the record fails: the record is gone";
  }

  /** What a cast's record is called. */
  String record(int cast) {
    return about(cast) + "the record";
  }

  String replicated(String document) {
    return "a majority has " + document;
  }

  String undone(String document) {
    return "a failover: " + document + " is as a majority has it";
  }

  String deposed(int cast, char actor, char message) {
    return who(cast, actor) + of(codes.message(message)) + " -> no match, says an old primary";
  }

  String comesAgain(int cast, char actor) {
    return who(cast, actor) + "look again";
  }

  String swept(int cast, Option<Transaction> seen, Message.Withdraw release, Message sent) {
    return about(cast)
        + "sweeper: see the hold of "
        + release.leg().account()
        + " at epoch "
        + release.leg().epoch()
        + ", read the record -> "
        + of(seen)
        + ", send: "
        + of(sent);
  }

  /** An account's balance. */
  static String balance(Account account) {
    return account.id() + " has " + account.money(account.balance()).toDecimal();
  }

  /** Where all records are. */
  static String states(Scenario scenario, World world) {
    StringBuilder states = new StringBuilder();
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      states
          .append(cast == 0 ? "" : ", ")
          .append(scenario.casts().get(cast).body().id())
          .append(" is ")
          .append(world.record(cast).map(record -> lower(record.state())).getOrElse("absent"));
    }
    return states.toString();
  }

  private String who(int cast, char actor) {
    return about(cast) + codes.actor(actor).role() + ": ";
  }

  private String about(int cast) {
    return scenario.casts().size() == 1 ? "" : scenario.casts().get(cast).body().id() + " ";
  }

  private String waiting(char actor) {
    return codes.actor(actor).waiting(true).unanswered().stream()
        .map(TraceText::of)
        .collect(Collectors.joining("; "));
  }

  private static String of(Option<Transaction> record) {
    return record
        .map(
            found ->
                lower(found.state())
                    + ", epoch "
                    + found.epoch()
                    + found.token().map(token -> ", token of " + token).getOrElse(""))
        .getOrElse("absent");
  }

  private static String of(Message message) {
    if (message instanceof Message.Insert insert) {
      return "insert the record, " + of(Option.some(insert.first()));
    }
    if (message instanceof Message.Bury) {
      return "insert a record that is canceled";
    }
    if (message instanceof Message.Change change) {
      return of(change.transition());
    }
    Leg leg = ((Message.OnAccount) message).leg();
    return lower(message.getClass().getSimpleName())
        + " the "
        + lower(leg.operation().direction())
        + " of "
        + leg.account()
        + (message instanceof Message.Release ? "" : " at epoch " + leg.epoch());
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
    if (event instanceof Event.Inserted inserted) {
      return inserted.outcome() == BeginOutcome.BEGUN ? "inserted" : "the id is taken";
    }
    if (event instanceof Event.Moved moved) {
      return of(moved.outcome());
    }
    if (event instanceof Event.Holds holds) {
      return of((AccountHoldOutcome) holds.outcomes().get(0));
    }
    return of(((Event.Matches) event).outcomes().get(0));
  }

  private static String of(MatchOutcome outcome) {
    return outcome == MatchOutcome.MATCHED ? "matched" : "no match";
  }

  private static String of(AccountHoldOutcome outcome) {
    if (outcome instanceof AccountHoldOutcome.Refused refused) {
      return "refused: " + refused.refusal().message();
    }
    return outcome instanceof AccountHoldOutcome.AlreadyHeld already
        ? "held already, " + already.held().amount() + " at epoch " + already.epoch()
        : "held";
  }

  private static String lower(Object name) {
    return name.toString().toLowerCase(Locale.ROOT);
  }
}
