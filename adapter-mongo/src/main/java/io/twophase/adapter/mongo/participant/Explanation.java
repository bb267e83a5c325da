package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.adapter.mongo.participant.write.Growth;
import io.twophase.adapter.mongo.participant.write.ParticipantCodec;
import io.twophase.adapter.mongo.participant.write.ParticipantField;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.participant.SizeLimit;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Why a hold was not placed, by a document as it was read after that. */
final class Explanation {

  private Explanation() {}

  /** What of the document cannot be read, or not added to; nothing if all can. */
  static Option<DocumentHoldOutcome> ofUnreadable(DocumentLeg leg, Stored found) {
    return found
        .document()
        .fold(Option::some, readable -> strangeBound(leg, found.raw()))
        .map(fault -> refused(new DocumentRefusal.DocumentCorrupt(leg.document(), fault)));
  }

  private static Option<String> strangeBound(DocumentLeg leg, BsonDocument raw) {
    return leg.operation() instanceof AddToField addition
        ? ParticipantCodec.strangeBound(raw, addition.field())
            .map(bound -> ParticipantField.bound(addition.field(), bound) + " is no int64")
        : Option.none();
  }

  /** What the document's rules say; nothing where they allow the hold. */
  static Option<DocumentHoldOutcome> ofRules(
      DocumentLeg leg, Option<Participant> document, HoldLimit limit) {
    return ParticipantRules.hold(document, leg, limit)
        .swap()
        .map(DocumentHoldOutcome::of)
        .toOption();
  }

  /**
   * A document has the value of a unique index that the leg's would have. What a placeholder keeps
   * is decided with it; one that cannot be read stays what it is.
   */
  static DocumentHoldOutcome ofTaken(DocumentLeg leg, TakenValues.Taken taken) {
    return ParticipantCodec.decode(leg.document().collection(), taken.by())
        .toOption()
        .filter(Participant::placeholder)
        .<DocumentHoldOutcome>map(
            there -> new DocumentHoldOutcome.Busy(there.holds().get(0), Option.some(there.ref())))
        .getOrElse(
            () ->
                refused(
                    new DocumentRefusal.ValueTaken(
                        leg.document(), taken.index().name(), taken.index().fields())));
  }

  /** The document has no room for the hold: not now, or never. */
  static DocumentHoldOutcome ofNoRoom(DocumentLeg leg, Stored found) {
    List<DocumentHold> holds = found.document().get().holds();
    BsonDocument alone = found.raw().clone();
    alone.append(Names.PENDING, new BsonArray(List.of(HoldElements.encode(DocumentHold.of(leg)))));
    long growth =
        leg.operation() instanceof ChangeDocument change ? Growth.of(change.changes()) : 0;
    long bytes = size(alone) + growth;
    return holds.isEmpty() || bytes > SizeLimit.DOCUMENT_BYTES
        ? refused(
            new DocumentRefusal.DocumentTooLarge(leg.document(), bytes, SizeLimit.DOCUMENT_BYTES))
        : new DocumentHoldOutcome.Busy(holds.get(0));
  }

  /** The server refuses the hold for certain, for a reason that it alone knows. */
  static DocumentHoldOutcome ofRefused(DocumentLeg leg, RefusedWriteException refused) {
    return refused(
        new DocumentRefusal.UnsafeCollection(
            leg.document(), "refuses a hold: " + refused.getMessage()));
  }

  /** No guard that is known here has failed, and the hold is not placed all the same. */
  static DocumentHoldOutcome ofStuck(DocumentLeg leg, int tries) {
    return refused(
        new DocumentRefusal.UnsafeCollection(
            leg.document(),
            "has refused a hold " + tries + " times that the document's fields allow"));
  }

  private static long size(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  private static DocumentHoldOutcome refused(DocumentRefusal refusal) {
    return new DocumentHoldOutcome.Refused(refusal);
  }
}
