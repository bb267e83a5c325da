package io.twophase.domain.participant;

import io.twophase.domain.account.HoldLimit;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
    Option<DocumentHold> own = document.flatMap(there -> there.holdOf(leg));
    return own.isDefined()
        ? Either.left(new DocumentHoldAnswer.Present(own.get().epoch(), own.get().isFor(leg)))
        : leg.operation().fold(new HoldPlacing(document, leg, limit));
  }

  /** Raises an older hold of exactly this operation to the leg's epoch. */
  public static Either<NoDocumentHold, Participant> stamp(
      Option<Participant> document, DocumentLeg leg) {
    return withHold(
        document,
        leg,
        hold -> hold.isFor(leg) && hold.epoch().olderThan(leg.epoch()),
        (there, hold) -> there.stamped(hold, hold.at(leg.epoch())));
  }

  /** Does what the leg's operation is, if its hold is at the leg's epoch; and ends the hold. */
  public static Either<NoDocumentHold, Option<Participant>> settle(
      Option<Participant> document, DocumentLeg leg) {
    return withHold(
        document,
        leg,
        hold -> hold.isOf(leg) && hold.epoch().equals(leg.epoch()),
        (there, hold) -> leg.operation().fold(new Settling(there, hold, leg)));
  }

  /** Gives back what the transaction holds, whatever the hold's epoch. */
  public static Either<NoDocumentHold, Option<Participant>> release(
      Option<Participant> document, DocumentLeg leg) {
    return withHold(document, leg, hold -> hold.isOf(leg), ParticipantRules::givenBack);
  }

  /** Gives back what the transaction holds at the leg's epoch. */
  public static Either<NoDocumentHold, Option<Participant>> withdraw(
      Option<Participant> document, DocumentLeg leg) {
    return withHold(
        document,
        leg,
        hold -> hold.isOf(leg) && hold.epoch().equals(leg.epoch()),
        ParticipantRules::givenBack);
  }

  private interface Effect<T> {
    T of(Participant document, DocumentHold hold);
  }

  private static <T> Either<NoDocumentHold, T> withHold(
      Option<Participant> document,
      DocumentLeg leg,
      Predicate<DocumentHold> which,
      Effect<T> effect) {
    return document
        .flatMap(there -> there.first(which).map(hold -> effect.of(there, hold)))
        .toEither(() -> new NoDocumentHold(leg.document(), leg.transaction()));
  }

  private static Option<Participant> givenBack(Participant document, DocumentHold hold) {
    return Option.when(!document.placeholder(), () -> withBounds(document, hold).without(hold));
  }

  private static Participant withBounds(Participant document, DocumentHold hold) {
    UnaryOperator<EscrowField> released = bounds -> bounds.released(hold.amount());
    return hold.escrowField().isDefined()
        ? document.with(hold.escrowField().get(), released)
        : document;
  }
}
