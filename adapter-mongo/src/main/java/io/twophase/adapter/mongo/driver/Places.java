package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static java.time.Instant.EPOCH;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.twophase.adapter.mongo.document.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The filter of all that follows a place, in the order of a date and then the id. */
public final class Places {

  private Places() {}

  /**
   * Limits {@code filter} and {@code dates}, the range of the date. The one range, not the choice,
   * is what the index is searched for. A server may keep dates finer than it gives them, so the
   * next millisecond, not this one, is what comes after it.
   *
   * @param place the id of what is before the place; none if it is before all of that time
   */
  public static void after(
      BsonDocument filter, BsonDocument dates, String field, Instant at, Optional<String> place) {
    dates.append("$gte", date(at));
    place.ifPresent(
        last -> {
          BsonDateTime next = date(at.plusMillis(1));
          BsonString id = new BsonString(last);
          BsonDocument laterId = doc(Field.ID, doc("$gte", id, "$ne", id));
          BsonDocument laterDate = doc(field, doc("$gte", next));
          // no upper bound within the choice: DocumentDB takes it for one of the whole filter
          filter.append("$or", new BsonArray(List.of(laterDate, laterId)));
        });
  }

  /**
   * Limits {@code filter} as {@link #after}, where the latest date is first. The server must have
   * been sent the dates: then it keeps them as it gives them.
   */
  public static void before(
      BsonDocument filter, BsonDocument dates, String field, Instant at, Optional<String> place) {
    dates.append("$lte", date(at));
    place.ifPresent(
        last -> {
          BsonDocument notLater = doc(Field.ID, doc("$not", doc("$gt", last)));
          filter.append("$nor", new BsonArray(List.of(notLater.append(field, date(at)))));
        });
  }

  /** That millisecond, however finely the server keeps dates. */
  public static BsonDocument during(Instant at) {
    return doc("$gte", date(at), "$lt", date(at.plusMillis(1)));
  }

  /** As it is stored. */
  public static BsonDateTime date(Instant instant) {
    return date(instant, Duration.ZERO);
  }

  /**
   * As it is stored, so long before {@code now}. A moment beyond those that BSON counts is the
   * first or the last of these.
   */
  public static BsonDateTime date(Instant now, Duration before) {
    return new BsonDateTime(MILLISECONDS.convert(Duration.between(EPOCH, now).minus(before)));
  }
}
