package io.twophase.domain.explorer.participant;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.Transition;
import java.util.List;

/** One guarded write of one document, on its way to the store. */
sealed interface Message {

  /** Changes the record. */
  record Change(Transition transition) implements Message {}

  /** A write of an account or a document; all others are of the record. */
  sealed interface OnHeld extends Message {}

  /** Of an account. */
  record OnAccount(Verb verb, Leg leg) implements OnHeld {}

  /**
   * Places the hold of a debit that takes as much as there is, where what is available is still
   * what was seen: no more than what the leg takes, unless that is all that was asked for.
   *
   * @param leg for what there was
   * @param asked the debit
   */
  record OnPart(Leg leg, Debit asked) implements OnHeld {

    /** Whether all that was asked for was there, and may be more. */
    boolean isWhole() {
      return leg.operation().amount().equals(asked.amount());
    }
  }

  /** Of a document, by one who knows the operation. */
  record OnDocument(Verb verb, DocumentLeg leg) implements OnHeld {}

  /** Gives back exactly that hold, at its epoch. */
  record Withdraw(HeldDocument held) implements OnHeld {}

  /** What a worker sends for its next step: none where it reads, or is at its end. */
  static List<Message> of(Home home, Worker worker) {
    Step step = worker.step();
    if (step instanceof Step.Move move) {
      return List.of(new Change(move.transition()));
    }
    if (step instanceof Step.OnDocuments on) {
      return on.operations().stream()
          .map(operation -> of(verb(on), home, worker, on.epoch(), operation))
          .map(message -> step instanceof Step.Settle settle ? settling(settle, message) : message)
          .toList();
    }
    if (step instanceof Step.Inserting) {
      throw new IllegalArgumentException("the record is there: " + worker);
    }
    return List.of();
  }

  /** It moves what was captured. */
  private static Message settling(Step.Settle settle, Message message) {
    return message instanceof OnAccount on
        ? new OnAccount(
            on.verb(),
            new Leg(
                on.leg().transaction(),
                on.leg().epoch(),
                on.leg().operation(),
                settle.captured().amountOf(on.leg().operation())))
        : message;
  }

  /** A write of what an operation touches. */
  static Message of(Verb verb, Home home, Worker worker, Epoch epoch, Operation operation) {
    return operation.foldTarget(
        account -> new OnAccount(verb, new Leg(worker.id(), epoch, account)),
        document -> of(verb, new DocumentLeg(home, worker.id(), epoch, document)));
  }

  private static Message of(Verb verb, DocumentLeg leg) {
    return verb == Verb.WITHDRAW ? new Withdraw(HeldDocument.of(leg)) : new OnDocument(verb, leg);
  }

  private static Verb verb(Step.OnDocuments step) {
    if (step instanceof Step.Holding) {
      return Verb.HOLD;
    }
    if (step instanceof Step.Stamp) {
      return Verb.STAMP;
    }
    if (step instanceof Step.Settle) {
      return Verb.SETTLE;
    }
    return step instanceof Step.Release ? Verb.RELEASE : Verb.WITHDRAW;
  }

  /** Whether it places a hold. */
  default boolean isHold() {
    return (this instanceof OnDocument on && on.verb() == Verb.HOLD)
        || (this instanceof OnAccount account && account.verb() == Verb.HOLD)
        || this instanceof OnPart;
  }

  /** Whether rule 4 keeps it from being sent again. */
  default boolean isSentOnce() {
    return isHold()
        || (this instanceof OnDocument on && on.verb() == Verb.STAMP)
        || (this instanceof OnAccount account && account.verb() == Verb.STAMP);
  }
}
