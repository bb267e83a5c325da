package io.twophase.domain.explorer.participant;

import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Stores that each leave out one of the rules of docs/PROTOCOL.md. */
final class BrokenStorage {

  /** Rule 3: settles what is held at any epoch. */
  static final Storage SETTLES_AT_ANY_EPOCH =
      (stored, message) ->
          isOf(Verb.SETTLE, message)
              ? Storage.FAITHFUL.deliver(
                  stored, new Message.OnDocument(Verb.SETTLE, atItsEpoch(stored, leg(message))))
              : Storage.FAITHFUL.deliver(stored, message);

  /** A check looks at the document, and holds nothing. */
  static final Storage LOOKS_ONLY =
      (stored, message) -> {
        Storage.Delivery delivery = Storage.FAITHFUL.deliver(stored, message);
        boolean isLook =
            isOf(Verb.HOLD, message)
                && leg(message).operation() instanceof CheckDocument
                && Answers.isHeld(delivery.answer());
        return isLook ? new Storage.Delivery(stored, delivery.answer()) : delivery;
      };

  /** A document that is checked by others can be changed. */
  static final Storage IGNORES_CHECKS =
      ignoring(
          (wanted, other) ->
              wanted.mode() == HoldMode.EXCLUSIVE && other.mode() == HoldMode.SHARED);

  /** A check of a field and an addition to it do not exclude each other. */
  static final Storage CHECKS_BESIDE_ADDITIONS =
      ignoring(
          (wanted, other) ->
              (wanted.mode() == HoldMode.SHARED && other.mode() == HoldMode.ESCROW)
                  || (wanted.mode() == HoldMode.ESCROW && other.mode() == HoldMode.SHARED));

  /** Rule 12: refuses by what is stored, whoever holds it. */
  static final Storage REFUSES_WHAT_IS_BUSY =
      (stored, message) -> {
        if (isOf(Verb.HOLD, message)) {
          Storage.Delivery asFound = Storage.FAITHFUL.deliver(withoutHolds(stored), message);
          if (Answers.outcome(asFound.answer()) instanceof DocumentHoldOutcome.Refused) {
            return new Storage.Delivery(stored, asFound.answer());
          }
        }
        return Storage.FAITHFUL.deliver(stored, message);
      };

  /** An insert is settled by an insert: where its placeholder is gone, too. */
  static final Storage CREATES_AT_SETTLE =
      (stored, message) ->
          isOf(Verb.SETTLE, message)
                  && leg(message).operation() instanceof InsertDocument insert
                  && document(stored).isEmpty()
              ? done(Option.some(Participant.of(insert.document(), insert.fields())))
              : Storage.FAITHFUL.deliver(stored, message);

  /** A removal is settled by a delete of whatever has the id. */
  static final Storage DELETES_BARELY =
      (stored, message) ->
          isOf(Verb.SETTLE, message)
                  && leg(message).operation() instanceof RemoveDocument
                  && document(stored).isDefined()
              ? done(Option.none())
              : Storage.FAITHFUL.deliver(stored, message);

  /** The release of an insert deletes any placeholder. */
  static final Storage RELEASES_BARELY =
      (stored, message) ->
          (message instanceof Message.Withdraw || isOf(Verb.RELEASE, message))
                  && document(stored).exists(Participant::placeholder)
              ? done(Option.none())
              : Storage.FAITHFUL.deliver(stored, message);

  /** Rule 15: acknowledges whatever is held under the transaction's id, at its epoch. */
  static final Storage ACKNOWLEDGES_BY_ID_AND_EPOCH =
      (stored, message) -> {
        Storage.Delivery delivery = Storage.FAITHFUL.deliver(stored, message);
        return isOf(Verb.HOLD, message)
                && Answers.outcome(delivery.answer()) instanceof DocumentHoldOutcome.Present present
                && present.epoch().equals(leg(message).epoch())
            ? new Storage.Delivery(stored, Answers.held(message))
            : delivery;
      };

  private BrokenStorage() {}

  private static boolean isOf(Verb verb, Message message) {
    return message instanceof Message.OnDocument on && on.verb() == verb;
  }

  private static DocumentLeg leg(Message message) {
    return ((Message.OnDocument) message).leg();
  }

  private static Option<Participant> document(Stored stored) {
    return ((Stored.OfDocument) stored).document();
  }

  private static Storage.Delivery done(Option<Participant> document) {
    return new Storage.Delivery(new Stored.OfDocument(document), Answers.matched(true));
  }

  private static DocumentLeg atItsEpoch(Stored stored, DocumentLeg leg) {
    return document(stored)
        .flatMap(there -> there.holdOfSameTransaction(DocumentHold.of(leg)))
        .map(hold -> new DocumentLeg(leg.home(), leg.transaction(), hold.epoch(), leg.operation()))
        .getOrElse(leg);
  }

  /** The document without its holds; a placeholder is none then. */
  private static Stored withoutHolds(Stored stored) {
    return new Stored.OfDocument(
        document(stored)
            .filter(there -> !there.placeholder())
            .map(there -> with(there, List.of())));
  }

  private static Participant with(Participant there, List<DocumentHold> holds) {
    return new Participant(
        there.ref(),
        there.fields(),
        there.placeholder(),
        there.lastTransaction(),
        holds,
        there.escrow());
  }

  /** Places holds as if those that are ignored were not there. */
  private static Storage ignoring(BiPredicate<DocumentOperation, DocumentHold> isIgnored) {
    return (stored, message) -> {
      if (!isOf(Verb.HOLD, message) || document(stored).isEmpty()) {
        return Storage.FAITHFUL.deliver(stored, message);
      }
      Participant there = document(stored).get();
      List<DocumentHold> ignored = new ArrayList<>(there.holds());
      ignored.removeIf(hold -> !isIgnored.test(leg(message).operation(), hold));
      List<DocumentHold> seen = new ArrayList<>(there.holds());
      seen.removeAll(ignored);
      Storage.Delivery delivery =
          Storage.FAITHFUL.deliver(new Stored.OfDocument(Option.some(with(there, seen))), message);
      List<DocumentHold> all = new ArrayList<>(ignored);
      document(delivery.stored()).forEach(then -> all.addAll(then.holds()));
      return new Storage.Delivery(
          new Stored.OfDocument(document(delivery.stored()).map(then -> with(then, all))),
          delivery.answer());
    };
  }
}
