package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What comes after a place, in the order of a date and then the id. */
public final class Places {

  private Places() {}

  /**
   * Limits {@code filter} and {@code dates}, the range of the date. The one range, not the choice,
   * is what the index is searched for. A server may keep dates finer than it gives them, so the
   * next millisecond, not this one, is what comes after it.
   */
  public static void after(
      BsonDocument filter, BsonDocument dates, String field, Instant at, String place) {
    dates.append("$gte", date(at));
    BsonDateTime next = date(at.plusMillis(1));
    BsonString id = new BsonString(place);
    BsonDocument laterId = doc(Field.ID, doc("$gte", id, "$ne", id));
    BsonDocument laterDate = doc(field, doc("$gte", next));
    filter.append(
        "$or", new BsonArray(List.of(laterDate, laterId.append(field, doc("$lt", next)))));
  }

  /**
   * Limits {@code filter} to what comes after a place where the latest date is first. The dates
   * must be some that were sent to the server, which then keeps them as it gives them.
   */
  public static void before(BsonDocument filter, String field, Instant at, String place) {
    filter
        .append(field, doc("$lte", at))
        .append(
            "$or",
            new BsonArray(
                List.of(doc(field, doc("$lt", at)), doc(field, at, Field.ID, doc("$gt", place)))));
  }

  /** That millisecond, however finely the server keeps dates. */
  public static BsonDocument during(Instant at) {
    return doc("$gte", date(at), "$lt", date(at.plusMillis(1)));
  }

  /** As it is stored. */
  public static BsonDateTime date(Instant instant) {
    return new BsonDateTime(instant.toEpochMilli());
  }
}
