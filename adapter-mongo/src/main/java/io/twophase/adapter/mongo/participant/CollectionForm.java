package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.write.HoldTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.bson.BsonDocument;

/** How the documents of a collection are stored, and by which rules they are held. */
public interface CollectionForm {

  /** Matches those that have a hold for an operation on them as documents. */
  BsonDocument held();

  /** Matches those with any mark of the protocol but a stamp, as far as they are documents. */
  BsonDocument marked();

  /** The participant that a stored document is; or what of it cannot be read. */
  Either<String, Participant> decode(CollectionName collection, BsonDocument raw);

  /** Why the leg takes no part, whatever the document is like; if it takes none. */
  Option<DocumentRefusal> refusal(CollectionTraits traits, DocumentLeg leg);

  /** The write that places a leg's hold where the rules allow it. */
  WriteModel<BsonDocument> hold(DocumentLeg leg, HoldTerms terms);

  /**
   * Why a hold was not placed, by its document as it was read after that; none where the rules
   * allow it.
   */
  Option<DocumentHoldOutcome> explain(
      DocumentLeg leg, Option<DocumentReads.Stored> found, HoldTerms terms);

  /**
   * Makes a document ready for a hold that its rules allow, if it is not.
   *
   * @param writes those of its collection
   */
  Answer<Boolean> prepare(Writes writes, DocumentLeg leg, DocumentReads.Stored found);
}
