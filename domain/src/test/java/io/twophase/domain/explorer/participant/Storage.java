package io.twophase.domain.explorer.participant;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.NoHold;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.NoDocumentHold;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** How writes change what is stored: by the domain's rules, or as a test double breaks one. */
@FunctionalInterface
interface Storage {

  /** What is stored after {@code message}, and the answer to it. */
  Delivery deliver(Stored stored, Message.OnHeld message);

  /** The record after a transition of it, or that it is not as the transition must find it. */
  default Either<Transition.NotApplicable, Transaction> move(
      Transition transition, Transaction record) {
    return transition.apply(record, Fixtures.NOW);
  }

  /** The record as a worker of that role reads it. */
  default Transaction read(Role reader, Transaction record) {
    return record;
  }

  /** What became of a message. */
  record Delivery(Stored stored, Event answer) {}

  /** The domain's own rules. */
  Storage FAITHFUL = within(HoldLimit.NONE);

  /** The domain's own rules, with so much room for holds. */
  static Storage within(HoldLimit limit) {
    return (stored, message) -> {
      if (message instanceof Message.OnAccount on) {
        return onAccount((Stored.OfAccount) stored, on.verb(), on.leg(), limit);
      }
      Stored.OfDocument place = (Stored.OfDocument) stored;
      return message instanceof Message.Withdraw withdraw
          ? ended(place, ParticipantRules.withdraw(place.document(), withdraw.held()))
          : onDocument(place, (Message.OnDocument) message, limit);
    };
  }

  private static Delivery onDocument(
      Stored.OfDocument stored, Message.OnDocument message, HoldLimit limit) {
    DocumentLeg leg = message.leg();
    Option<Participant> document = stored.document();
    return switch (message.verb()) {
      case HOLD ->
          ParticipantRules.hold(document, leg, limit)
              .fold(
                  answer -> new Delivery(stored, Answers.hold(outcome(answer))),
                  held -> new Delivery(document(held), Answers.held(message)));
      case STAMP -> ended(stored, ParticipantRules.stamp(document, leg).map(Option::some));
      case SETTLE -> ended(stored, ParticipantRules.settle(document, leg));
      case RELEASE -> ended(stored, ParticipantRules.release(document, HeldDocument.of(leg)));
      case WITHDRAW -> throw new IllegalArgumentException(message.toString());
    };
  }

  private static DocumentHoldOutcome outcome(DocumentHoldAnswer answer) {
    return answer.fold(
        present -> new DocumentHoldOutcome.Present(present.epoch(), present.exactly()),
        // which of its epochs the other is at makes no difference to who waits for it
        busy -> new DocumentHoldOutcome.Busy(busy.holder().at(Epoch.FIRST)),
        denied -> new DocumentHoldOutcome.Refused(denied.refusal()));
  }

  private static Delivery ended(
      Stored.OfDocument stored, Either<NoDocumentHold, Option<Participant>> changed) {
    return changed.fold(
        no -> new Delivery(stored, Answers.matched(false)),
        document -> new Delivery(new Stored.OfDocument(document), Answers.matched(true)));
  }

  private static Stored document(Participant document) {
    return new Stored.OfDocument(Option.some(document));
  }

  private static Delivery onAccount(Stored.OfAccount stored, Verb verb, Leg leg, HoldLimit limit) {
    Account account = stored.account();
    return switch (verb) {
      case HOLD ->
          account
              .hold(leg.transaction(), leg.epoch(), leg.operation(), limit)
              .fold(
                  answer -> new Delivery(stored, Answers.hold(outcome(answer))),
                  held ->
                      new Delivery(new Stored.OfAccount(held), Answers.hold(outcome(held, leg))));
      case STAMP -> ended(stored, account.stamp(leg.transaction(), leg.epoch(), leg.operation()));
      case SETTLE -> ended(stored, account.settle(leg));
      case RELEASE -> ended(stored, account.release(leg.transaction(), leg.operation()));
      case WITHDRAW ->
          ended(stored, account.withdraw(leg.transaction(), leg.epoch(), leg.operation()));
    };
  }

  private static AccountHoldOutcome outcome(Account held, Leg leg) {
    long amount = held.holds().get(leg.transaction()).get().amount();
    return leg.operation() instanceof Debit debit && debit.atMost()
        ? AccountHoldOutcome.held(debit.of(amount))
        : AccountHoldOutcome.held();
  }

  private static AccountHoldOutcome outcome(HoldAnswer answer) {
    return answer instanceof HoldAnswer.Present present
        ? new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held())
        : new AccountHoldOutcome.Refused(((HoldAnswer.Denied) answer).refusal());
  }

  private static Delivery ended(Stored.OfAccount stored, Either<NoHold, Account> changed) {
    return changed.fold(
        no -> new Delivery(stored, Answers.matched(false)),
        account -> new Delivery(new Stored.OfAccount(account), Answers.matched(true)));
  }
}
