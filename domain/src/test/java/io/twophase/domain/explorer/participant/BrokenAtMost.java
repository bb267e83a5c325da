package io.twophase.domain.explorer.participant;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;

/** Drivers and stores that each leave out a rule of debits that take as much as there is. */
final class BrokenAtMost {

  /** After a take-over, decides with what an older epoch holds: it is not raised first. */
  static final Driver DECIDES_WITH_AN_OLDER_EPOCHS_PART =
      waiting -> AtMost.LOOKS_FIRST.react(believing(waiting));

  /** A record does not say how much there was: who settles it settles all that was asked for. */
  static final Storage FORGETS_WHAT_THERE_WAS =
      new OverLooking() {
        @Override
        public Either<Transition.NotApplicable, Transaction> move(
            Transition transition, Transaction record) {
          return transition instanceof Transition.Decide decide
              ? new Transition.Decide(decide.transaction(), decide.epoch())
                  .apply(record, Fixtures.NOW)
              : transition.apply(record, Fixtures.NOW);
        }
      };

  /** What arrives is all that was asked for. */
  static final Storage CREDITS_WHAT_WAS_ASKED =
      new OverLooking() {
        @Override
        public Delivery deliver(Stored stored, Message.OnHeld message) {
          return message instanceof Message.OnAccount on && on.verb() == Verb.SETTLE
              ? AtMost.LOOKING.deliver(stored, on(Verb.SETTLE, on.leg(), on.leg().operation()))
              : AtMost.LOOKING.deliver(stored, message);
        }
      };

  /** A release asks for a hold of all that was asked for. */
  static final Storage RELEASES_WHAT_WAS_ASKED =
      new OverLooking() {
        @Override
        public Delivery deliver(Stored stored, Message.OnHeld message) {
          return message instanceof Message.OnAccount on
                  && on.verb() == Verb.RELEASE
                  && on.leg().operation() instanceof Debit debit
              ? AtMost.LOOKING.deliver(
                  stored, on(Verb.RELEASE, on.leg(), debit.of(debit.amount().minor())))
              : AtMost.LOOKING.deliver(stored, message);
        }
      };

  /**
   * Who takes over says how much there is now, and raises the hold that is there, whatever it is.
   */
  static final Storage TAKES_OVER_WITH_ANOTHER_PART =
      new OverLooking() {
        @Override
        public Delivery deliver(Stored stored, Message.OnHeld message) {
          Delivery delivery = AtMost.LOOKING.deliver(stored, message);
          if (!(message instanceof Message.OnAccount on)) {
            return delivery;
          }
          Account account = ((Stored.OfAccount) stored).account();
          if (on.verb() == Verb.STAMP) {
            return account
                .holds()
                .get(on.leg().transaction())
                .map(hold -> on(Verb.STAMP, on.leg(), account.operation(hold)))
                .map(as -> AtMost.LOOKING.deliver(stored, as))
                .getOrElse(delivery);
          }
          return on.verb() == Verb.HOLD && on.leg().operation().isAtMost()
              ? new Delivery(delivery.stored(), computed(account, on.leg(), delivery.answer()))
              : delivery;
        }
      };

  private BrokenAtMost() {}

  /** A store that looks first, and breaks one of the rules. */
  private abstract static class OverLooking implements Storage {
    @Override
    public Delivery deliver(Stored stored, Message.OnHeld message) {
      return AtMost.LOOKING.deliver(stored, message);
    }
  }

  private static Message.OnAccount on(Verb verb, Leg leg, AccountOperation operation) {
    return new Message.OnAccount(
        verb, new Leg(leg.transaction(), leg.epoch(), operation, operation.amount().minor()));
  }

  /** The answer names what is available, with what is held, and not what is held. */
  private static Event computed(Account account, Leg leg, Event answer) {
    if (!(Answers.outcome(answer) instanceof AccountHoldOutcome.AlreadyHeld already)) {
      return answer;
    }
    Hold hold = account.holds().get(leg.transaction()).get();
    long there = Math.min(leg.operation().amount().minor(), account.available() + hold.amount());
    return Answers.hold(
        new AccountHoldOutcome.AlreadyHeld(already.epoch(), ((Debit) leg.operation()).of(there)));
  }

  private static Driver.Waiting believing(Driver.Waiting waiting) {
    List<Option<Event>> answers =
        waiting.answers().stream().map(answer -> answer.map(BrokenAtMost::believed)).toList();
    return new Driver.Waiting(
        waiting.home(), waiting.worker(), waiting.sent(), answers, waiting.timedOut());
  }

  private static Event believed(Event answer) {
    return answer instanceof Event.Holds
            && Answers.outcome(answer) instanceof AccountHoldOutcome.AlreadyHeld already
            && already.held() instanceof Debit part
        ? Answers.hold(AccountHoldOutcome.held(part))
        : answer;
  }
}
