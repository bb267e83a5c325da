package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * Owners as documents: {@code { _id, application, everyMillis, vitals: { applied, …, decisions: [ …
 * ] }, beat, firstBeat, lastBeat, v }}. The beat is what counts; the rest is for people and for
 * tidying up.
 */
public final class OwnerCodec {

  private static final String FIRST_BEAT = "firstBeat";
  private static final String VITALS = "vitals";
  private static final String APPLIED = "applied";
  private static final String REFUSED = "refused";
  private static final String UNKNOWN = "unknown";
  private static final String BATCHES = "batches";
  private static final String WAITING = "waiting";
  private static final String BLOCKED = "blocked";
  private static final String DECISIONS = "decisions";

  private OwnerCodec() {}

  /** The fields that each beat says anew. */
  public static BsonDocument told(ApplicationName application, Duration every, Vitals vitals) {
    BsonDocument figures =
        doc(APPLIED, vitals.applied(), REFUSED, vitals.refused(), UNKNOWN, vitals.unknown())
            .with(BATCHES, vitals.batches())
            .with(WAITING, vitals.waiting())
            .with(BLOCKED, vitals.blocked())
            .with(DECISIONS, vitals.decisions());
    return doc(Field.APPLICATION, application.value(), Field.EVERY_MILLIS, every.toMillis())
        .with(VITALS, figures);
  }

  /** The document of an owner that beats for the first time. */
  public static BsonDocument first(OwnerId owner, BsonDocument told, Instant at) {
    return doc(Field.ID, owner.value())
        .with(told)
        .with(doc(Field.BEAT, 1L, FIRST_BEAT, at, Field.LAST_BEAT, at))
        .with(Field.VERSION, Field.CURRENT_VERSION);
  }

  /** Returns what is there: never an exception, whatever the document. */
  public static OwnerLookup decode(BsonDocument document, Function<Instant, Duration> since) {
    return Fields.read(document, fields -> read(fields, since))
        .getOrElseGet(fault -> new OwnerLookup.Unreadable(Fields.idText(document), fault));
  }

  private static OwnerLookup read(Fields fields, Function<Instant, Duration> since) {
    fields.requireCurrent();
    long every = fields.int64(Field.EVERY_MILLIS, 1, "not above zero");
    return new OwnerLookup.Found(
        fields.parsed(Field.ID, OwnerId::parse),
        fields.parsed(Field.APPLICATION, ApplicationName::parse),
        fields.instant(FIRST_BEAT),
        fields.int64(Field.BEAT),
        Duration.ofMillis(every),
        since.apply(fields.instant(Field.LAST_BEAT)),
        vitals(fields.document(VITALS)));
  }

  private static Vitals vitals(Fields fields) {
    return new Vitals(
        fields.int64(APPLIED),
        fields.int64(REFUSED),
        fields.int64(UNKNOWN),
        fields.int64(BATCHES),
        fields.int64(WAITING),
        fields.int64(BLOCKED),
        fields.each(DECISIONS, Fields::int64));
  }
}
