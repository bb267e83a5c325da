package io.twophase.adapter.mongo.event;

import io.twophase.adapter.mongo.setup.EventIndex;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/**
 * Since when decided records are numbered. It is kept in the database, and only who numbers them
 * asks for it: a decision is dated by the server, so whoever decides need not know.
 */
public final class EventSetting {

  private static final String EVENTS = "events";

  /** What was decided just before is taken too, so that a clock that is set back does no harm. */
  private static final Duration BEFORE = Duration.ofMinutes(5);

  private final SharedSettings settings;
  private final EventIndex index;
  private final Supplier<Instant> serverTime;

  /**
   * The setting of one collection of records.
   *
   * @param serverTime the time of the server, which it is asked for
   */
  public EventSetting(SharedSettings settings, EventIndex index, Supplier<Instant> serverTime) {
    this.settings = settings;
    this.index = index;
    this.serverTime = serverTime;
  }

  Option<Instant> since(String records) {
    return settings.get(records, EVENTS).map(value -> date(records, value));
  }

  private Instant date(String records, BsonValue value) {
    if (!value.isDateTime()) {
      throw settings.odd(records, EVENTS, value);
    }
    return Instant.ofEpochMilli(value.asDateTime().getValue());
  }

  void turnOn(String records) {
    BsonValue now = new BsonDateTime(serverTime.get().minus(BEFORE).toEpochMilli());
    index.create(date(records, settings.once(records, EVENTS, now)));
  }

  void turnOff(String records) {
    settings.unset(records, EVENTS);
    index.drop();
  }

  Instant now() {
    return serverTime.get();
  }
}
