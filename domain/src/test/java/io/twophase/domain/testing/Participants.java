package io.twophase.domain.testing;

import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Documents with holds, made by the rules. All throw on what the rules refuse. */
public final class Participants {

  private Participants() {}

  /** A document that no transaction has touched. */
  public static Option<Participant> stored(DocumentRef document, Fields fields) {
    return Option.some(Participant.of(document, fields));
  }

  /** The document with a hold of the operation, of a transaction at its first epoch. */
  public static Option<Participant> held(
      Option<Participant> document, String transaction, DocumentOperation operation) {
    DocumentLeg leg = Documents.leg(transaction, 1, operation);
    return Option.some(accepted(hold(document, leg)));
  }

  /** What the rules answer where there is no limit to the number of holds. */
  public static Either<DocumentHoldAnswer, Participant> hold(
      Option<Participant> document, DocumentLeg leg) {
    return ParticipantRules.hold(document, leg, HoldLimit.NONE);
  }
}
