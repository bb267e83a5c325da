package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Owners as documents: {@code { _id, application, beat, everyMillis, lastBeat, v }}. The beat is
 * what counts; the rest is for people and for tidying up.
 */
public final class OwnerCodec {

  private OwnerCodec() {}

  /** The document of an owner that beats for the first time. */
  public static BsonDocument first(
      OwnerId owner, ApplicationName application, Duration every, Instant at) {
    return doc(Field.ID, owner.value())
        .append(Field.APPLICATION, new BsonString(application.value()))
        .append(Field.BEAT, int64(1))
        .append(Field.EVERY_MILLIS, int64(every.toMillis()))
        .append(Field.LAST_BEAT, new BsonDateTime(at.toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** What is there: never an exception, whatever the document. */
  public static OwnerLookup decode(BsonDocument document, Function<Instant, Duration> since) {
    return Fields.read(document, fields -> read(fields, since))
        .getOrElseGet(fault -> new OwnerLookup.Unreadable(Fields.idText(document), fault));
  }

  private static OwnerLookup read(Fields fields, Function<Instant, Duration> since) {
    fields.requireCurrent();
    long every = fields.int64(Field.EVERY_MILLIS, 1, "not above zero");
    return new OwnerLookup.Found(
        fields.parsed(Field.ID, OwnerId::parse),
        fields.int64(Field.BEAT),
        Duration.ofMillis(every),
        since.apply(fields.instant(Field.LAST_BEAT)));
  }
}
