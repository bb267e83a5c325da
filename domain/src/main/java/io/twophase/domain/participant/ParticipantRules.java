package io.twophase.domain.participant;

import io.twophase.domain.operation.HoldLimit;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * How a hold on a document is placed, stamped, settled and released. Each function is given the
 * document, if there is one, and answers it as it is then, if there is one then.
 */
public final class ParticipantRules {

  private ParticipantRules() {}

  /**
   * Places a hold.
   *
   * @param limit how many holds a document may have at a time
   */
  public static Either<DocumentHoldAnswer, Participant> hold(
      Option<Participant> document, DocumentLeg leg, HoldLimit limit) {
    DocumentHold wanted = DocumentHold.of(leg);
    Option<DocumentHold> own = document.flatMap(there -> there.holdOfSameTransaction(wanted));
    return own.isDefined()
        ? Either.left(present(own.get(), wanted))
        : leg.operation().fold(new HoldPlacing(document, leg.document(), wanted, limit));
  }

  private static DocumentHoldAnswer present(DocumentHold own, DocumentHold wanted) {
    return new DocumentHoldAnswer.Present(own.epoch(), own.isSameExceptEpoch(wanted));
  }

  /** Raises an older hold of exactly this operation to the leg's epoch. */
  public static Either<NoDocumentHold, Participant> stamp(
      Option<Participant> document, DocumentLeg leg) {
    DocumentHold wanted = DocumentHold.of(leg);
    return withHold(
        document,
        HeldDocument.of(leg),
        hold -> hold.isSameExceptEpoch(wanted) && hold.epoch().olderThan(wanted.epoch()),
        (there, hold) -> there.stamped(hold, wanted));
  }

  /**
   * Does what the leg's operation is, if a hold of exactly this operation is at the leg's epoch;
   * and ends the hold.
   */
  public static Either<NoDocumentHold, Option<Participant>> settle(
      Option<Participant> document, DocumentLeg leg) {
    HeldDocument wanted = HeldDocument.of(leg);
    return withHold(
        document,
        wanted,
        wanted.hold()::equals,
        (there, hold) -> leg.operation().fold(new Settling(there, hold)));
  }

  /** Gives back exactly that hold, whatever its epoch. */
  public static Either<NoDocumentHold, Option<Participant>> release(
      Option<Participant> document, HeldDocument held) {
    return withHold(document, held, held.hold()::isSameExceptEpoch, ParticipantRules::givenBack);
  }

  /** Gives back exactly that hold, at its epoch. */
  public static Either<NoDocumentHold, Option<Participant>> withdraw(
      Option<Participant> document, HeldDocument held) {
    return withHold(document, held, held.hold()::equals, ParticipantRules::givenBack);
  }

  private interface Effect<T> {
    T of(Participant document, DocumentHold hold);
  }

  private static <T> Either<NoDocumentHold, T> withHold(
      Option<Participant> document,
      HeldDocument asked,
      Predicate<DocumentHold> which,
      Effect<T> effect) {
    return document
        .flatMap(there -> there.first(which).map(hold -> effect.of(there, hold)))
        .toEither(() -> new NoDocumentHold(asked.document(), asked.hold().transaction()));
  }

  /** A placeholder goes with the hold that it is for. */
  private static Option<Participant> givenBack(Participant document, DocumentHold hold) {
    return Option.when(!document.placeholder(), () -> withBounds(document, hold).without(hold));
  }

  private static Participant withBounds(Participant document, DocumentHold hold) {
    return hold.escrowField()
        .map(field -> document.with(field, bounds -> bounds.released(hold.amount())))
        .getOrElse(document);
  }
}
