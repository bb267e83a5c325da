package io.twophase.domain.explorer.participant;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Debits that take as much as there is, over a server that can only compare and add: who holds one
 * first looks what is available, and then asks for so much, where that is still so. Other writes,
 * and crashes, come between the two.
 */
final class AtMost {

  /** The guard asks for the figure that was seen. */
  static final Storage LOOKING =
      looking(
          (account, part) ->
              part.isWhole()
                  ? account.available() >= amount(part)
                  : account.available() == amount(part));

  /** The guard asks only whether so much is there. */
  static final Storage WITHOUT_THE_FIGURE =
      looking((account, part) -> account.available() >= amount(part));

  /** Looks, asks for what it has seen, and looks again where that was not so any more. */
  static final Driver LOOKS_FIRST = looksFirst(Driver.FAITHFUL);

  private AtMost() {}

  /** The same; what is an answer for the worker goes to that driver. */
  static Driver looksFirst(Driver otherwise) {
    return waiting -> {
      List<Message> sent = new ArrayList<>(waiting.sent());
      List<Option<Event>> answers = new ArrayList<>(waiting.answers());
      boolean goesOn = false;
      for (int at = 0; at < sent.size() && waiting.worker().step() instanceof Step.Holding; at++) {
        Option<Message> next = next(sent.get(at), answers.get(at));
        if (next.isDefined()) {
          sent.set(at, next.get());
          answers.set(at, Option.none());
          goesOn = true;
        }
      }
      return goesOn
          ? Option.some(new Driver.Reaction(waiting.worker(), sent, answers, List.of()))
          : otherwise.react(waiting);
    };
  }

  /** What is asked next, where the answer is not one for the worker. */
  private static Option<Message> next(Message message, Option<Event> answer) {
    if (message instanceof Message.OnAccount look
        && look.leg().operation() instanceof Debit asked
        && asked.atMost()) {
      return answer
          .flatMap(AtMost::seen)
          .map(part -> new Message.OnPart(with(look.leg(), part), asked));
    }
    return message instanceof Message.OnPart part && answer.contains(Answers.matched(false))
        ? Option.some(new Message.OnAccount(Verb.HOLD, with(part.leg(), part.asked())))
        : Option.none();
  }

  private static Option<Debit> seen(Event answer) {
    HoldOutcome outcome = Answers.outcome(answer);
    return outcome instanceof AccountHoldOutcome.Held held ? held.part() : Option.none();
  }

  private static Leg with(Leg leg, Debit debit) {
    return new Leg(leg.transaction(), leg.epoch(), debit);
  }

  private static long amount(Message.OnPart part) {
    return part.leg().operation().amount().minor();
  }

  private static Storage looking(BiPredicate<Account, Message.OnPart> guard) {
    return (stored, message) -> {
      if (message instanceof Message.OnPart part) {
        return place(((Stored.OfAccount) stored).account(), part, guard);
      }
      Storage.Delivery delivery = Storage.FAITHFUL.deliver(stored, message);
      boolean looks =
          message instanceof Message.OnAccount on
              && on.verb() == Verb.HOLD
              && on.leg().operation().isAtMost();
      return looks ? new Storage.Delivery(stored, delivery.answer()) : delivery;
    };
  }

  private static Storage.Delivery place(
      Account account, Message.OnPart part, BiPredicate<Account, Message.OnPart> guard) {
    Leg leg = part.leg();
    boolean isThere = account.holds().containsKey(leg.transaction());
    if (!isThere && !guard.test(account, part)) {
      return new Storage.Delivery(new Stored.OfAccount(account), Answers.matched(false));
    }
    return account
        .hold(leg.transaction(), leg.epoch(), leg.operation())
        .fold(
            answer ->
                new Storage.Delivery(
                    new Stored.OfAccount(account),
                    answer instanceof HoldAnswer.Present present
                        ? Answers.hold(
                            new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held()))
                        : Answers.matched(false)),
            held ->
                new Storage.Delivery(
                    new Stored.OfAccount(held),
                    Answers.hold(AccountHoldOutcome.held((Debit) leg.operation()))));
  }

  /** That a hold which takes as much as there is takes less, or more. */
  static Option<String> broken(Message message, Stored before, Stored after) {
    Option<Debit> asked = asked(message);
    if (asked.isEmpty()) {
      return Option.none();
    }
    Account was = ((Stored.OfAccount) before).account();
    long held = was.available() - ((Stored.OfAccount) after).account().available();
    long due = Math.min(was.available(), asked.get().amount().minor());
    return Option.when(held != due, "held is " + held + ", and as much as there is is " + due);
  }

  private static Option<Debit> asked(Message message) {
    if (message instanceof Message.OnPart part) {
      return Option.some(part.asked());
    }
    return message instanceof Message.OnAccount on
            && on.verb() == Verb.HOLD
            && on.leg().operation() instanceof Debit debit
            && debit.atMost()
        ? Option.some(debit)
        : Option.none();
  }
}
