package io.twophase.adapter.mongo.setup;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.time.Duration;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * How long finished records are kept, and who removes them: the server, by {@link Expiry}, or a
 * pass, before which other things may have to be done. A pass is a setting of the database: {@code
 * { _id: "transactions", removal: { after: 7776000, carries: true } }}, in seconds. It stays once
 * it is made, with the longest period if need be, and the server removes nothing from then on. It
 * carries if nothing was ever removed before it was set: what is removed is then in the carried
 * balances.
 */
public final class RecordRetention {

  private static final String REMOVAL = "removal";
  private static final String AFTER = "after";
  private static final String CARRIES = "carries";
  private static final Duration FOR_EVER = Duration.ofSeconds(Integer.MAX_VALUE);

  private final SharedSettings settings;
  private final String records;
  private final Expiry expiry;

  /**
   * Of the collection of the {@code records}.
   *
   * @param expiry of the same
   */
  public RecordRetention(SharedSettings settings, String records, Expiry expiry) {
    this.settings = settings;
    this.records = records;
    this.expiry = expiry;
  }

  /**
   * Has the server remove finished records {@code period} after they were finished; the longest
   * there can be is for ever, whoever removes them.
   *
   * @throws StoreException if a pass removes them, and the period is not for ever; or if the server
   *     removes nothing by age, cannot change the period that there is, or does not permit it
   */
  public void byServer(Duration period) {
    if (byPass().isEmpty()) {
      expiry.ensure(period);
    }
    // what another process has set meanwhile comes first, here as there
    if (byPass().isDefined()) {
      if (!isForEver(period)) {
        expiry.ensure(FOR_EVER);
        throw new StoreException(
            "finished records of "
                + records
                + " are removed by a pass, so the server cannot be told to remove them");
      }
      set(period, carries());
    }
  }

  /**
   * Has a pass remove finished records {@code period} after they were finished, and nobody else.
   * The longest there can be is for ever, and changes nothing where there is no period.
   *
   * @param indexes of the records
   * @throws StoreException if the server cannot change the period that it has, or does not permit
   *     it
   */
  public void byPass(Duration period, Indexes indexes) {
    boolean isSame =
        byPass().map(period::equals).getOrElse(() -> isForEver(period) && !expiry.isSet());
    if (isSame) {
      return;
    }
    expiry.ensure(FOR_EVER);
    indexes.ensureOfFinished();
    set(period, carries() || !isSet());
    // another process may have told the server of a period meanwhile
    expiry.ensure(FOR_EVER);
    if (expiry.isSet() && carries()) {
      set(period, false);
    }
  }

  private static boolean isForEver(Duration period) {
    return period.compareTo(FOR_EVER) >= 0;
  }

  private void set(Duration period, boolean carries) {
    BsonDocument removal = new BsonDocument(AFTER, new BsonInt64(period.toSeconds()));
    settings.set(records, REMOVAL, carries ? removal.append(CARRIES, BsonBoolean.TRUE) : removal);
  }

  /** Whether there is a period, or once was. */
  public boolean isSet() {
    return byPass().isDefined() || expiry.isSet();
  }

  /** Whether a pass removes them, and nothing was removed before there was one. */
  public boolean carries() {
    return settings
        .get(records, REMOVAL)
        .exists(removal -> BsonBoolean.TRUE.equals(removal.asDocument().get(CARRIES)));
  }

  /** How long finished records are kept, whoever removes them; none if it is for ever. */
  public Option<Duration> period() {
    return byPass().isDefined() ? passPeriod() : expiry.period();
  }

  /**
   * How long finished records are kept until a pass removes them; none if it is for ever, or if the
   * server removes them.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   */
  public Option<Duration> passPeriod() {
    return byPass().filter(period -> !isForEver(period));
  }

  private Option<Duration> byPass() {
    return settings.get(records, REMOVAL).map(this::after);
  }

  private Duration after(BsonValue removal) {
    if (!removal.isDocument() || !removal.asDocument().isNumber(AFTER)) {
      throw settings.odd(records, REMOVAL, removal);
    }
    return Duration.ofSeconds(removal.asDocument().getNumber(AFTER).longValue());
  }
}
