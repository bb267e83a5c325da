package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guards;
import io.twophase.domain.record.MatchOutcome;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The documents of periods, in a collection that hosts may have too.
 *
 * @param clock says since when a period takes no postings
 */
public record PeriodWrites(Table table, ServerClock clock) {

  private static final BsonDocument BY_ID = doc(Field.ID, 1);

  /** Before every text; a comparison with a text finds only texts. */
  private static final String FIRST = "";

  /** A placeholder has none of the fields that it will have. */
  List<PeriodName> names(Optional<PeriodName> after, int most) {
    BsonDocument filter =
        doc(
                Field.ID,
                after.map(last -> doc("$gt", last.value())).orElseGet(() -> doc("$gte", FIRST)))
            .append(Period.OPEN, exists());
    return table.reads().first(filter, BY_ID, most).stream()
        .map(document -> document.getString(Field.ID).getValue())
        .flatMap(id -> PeriodName.parse(id).toJavaStream())
        .toList();
  }

  MatchOutcome change(PeriodName period, PostingsChange change, Optional<String> why) {
    return switch (change) {
      case STOP -> change(period, Guards.where(Period.OPEN).equalTo(true), stopped(), why);
      case RESUME ->
          change(
              period,
              Guards.where(Period.OPEN).equalTo(false).and(Period.CLOSED).absent(),
              doc("$set", doc(Period.OPEN, true), "$unset", doc(Period.CLOSED_AT, "")),
              why);
    };
  }

  private BsonDocument stopped() {
    return doc("$set", doc(Period.OPEN, false, Period.CLOSED_AT, clock.now()));
  }

  private MatchOutcome change(
      PeriodName period, Guards guards, BsonDocument update, Optional<String> why) {
    BsonArray all = new BsonArray();
    for (Guard guard : guards.all()) {
      all.add(GuardFilters.of(guard));
    }
    BsonDocument filter = doc(Field.ID, period.value(), "$and", all);
    return table.update(filter, said(update, why));
  }

  private static BsonDocument said(BsonDocument update, Optional<String> why) {
    String operator = why.isPresent() ? "$set" : "$unset";
    if (!update.containsKey(operator)) {
      update.append(operator, new BsonDocument());
    }
    update.getDocument(operator).append(Period.REASON, new BsonString(why.orElse("")));
    return update;
  }
}
