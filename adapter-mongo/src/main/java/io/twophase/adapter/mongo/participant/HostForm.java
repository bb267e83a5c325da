package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.write.BoundsAdoption;
import io.twophase.adapter.mongo.participant.write.HoldTerms;
import io.twophase.adapter.mongo.participant.write.HoldWrites;
import io.twophase.adapter.mongo.participant.write.ParticipantCodec;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** The documents of hosts. */
final class HostForm implements CollectionForm {

  private static final BsonDocument IS_THERE = new BsonDocument("$exists", BsonBoolean.TRUE);

  private static final BsonDocument HELD = new BsonDocument(Names.PENDING + ".0", IS_THERE);

  private static final BsonDocument MARKED =
      new BsonDocument(
          "$or",
          new BsonArray(
              List.of(
                  HELD,
                  new BsonDocument(Names.PLACEHOLDER, IS_THERE),
                  new BsonDocument(Names.ESCROW, IS_THERE))));

  @Override
  public BsonDocument held() {
    return HELD;
  }

  @Override
  public BsonDocument marked() {
    return MARKED;
  }

  @Override
  public Either<String, Participant> decode(CollectionName collection, BsonDocument raw) {
    return ParticipantCodec.decode(collection, raw);
  }

  @Override
  public Option<DocumentRefusal> refusal(CollectionTraits traits, DocumentLeg leg) {
    return CollectionRules.refusal(traits, leg.operation());
  }

  @Override
  public WriteModel<BsonDocument> hold(DocumentLeg leg, HoldTerms terms) {
    return HoldWrites.of(leg, terms);
  }

  @Override
  public Option<DocumentHoldOutcome> explain(
      DocumentLeg leg, Option<DocumentReads.Stored> found, HoldTerms terms) {
    return found
        .flatMap(stored -> Explanation.ofUnreadable(leg, stored))
        .orElse(
            () ->
                Explanation.ofRules(
                    leg, found.map(stored -> stored.document().get()), terms.limit()))
        .orElse(
            () ->
                found
                    .flatMap(
                        stored ->
                            CollectionRules.ofSettled(
                                terms.traits(), leg.operation(), stored.document().get().fields()))
                    .map(DocumentHoldOutcome.Refused::new));
  }

  /** A field gets its bounds before the first addition to it. */
  @Override
  public Answer<Boolean> prepare(Writes writes, DocumentLeg leg, DocumentReads.Stored found) {
    return leg.operation() instanceof AddToField addition
        ? new BoundsAdoption(writes).adopt(found.document().get(), addition).map(adopted -> true)
        : Answer.certain(true);
  }
}
