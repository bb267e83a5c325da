package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.OwnerCodec;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/** The owners in a MongoDB collection. */
public record MongoOwnerRepository(Table table, ServerClock clock) implements OwnerRepository {

  private static final BsonDocument LONGEST_SILENT_FIRST = doc(Field.LAST_BEAT, 1, Field.ID, 1);

  @Override
  public MatchOutcome beat(
      OwnerId owner, ApplicationName application, Duration every, Vitals vitals) {
    BsonDocument told = OwnerCodec.told(application, every, vitals);
    MatchOutcome counted = count(owner, told);
    if (counted != MatchOutcome.NOT_MATCHED) {
      return counted;
    }
    BsonDocument first = OwnerCodec.first(owner, told, clock.now());
    MatchOutcome begun = table.insert(List.of(first)).get(0).matched();
    // an insert of its own that came late
    MatchOutcome again = begun == MatchOutcome.NOT_MATCHED ? count(owner, told) : begun;
    return again == MatchOutcome.NOT_MATCHED ? MatchOutcome.IN_DOUBT : again;
  }

  private MatchOutcome count(OwnerId owner, BsonDocument told) {
    BsonDocument change =
        doc("$inc", doc(Field.BEAT, 1L), "$set", told, "$currentDate", doc(Field.LAST_BEAT, true));
    return table.update(id(owner), change);
  }

  @Override
  public List<OwnerLookup> find(List<OwnerId> owners) {
    Map<String, BsonDocument> found =
        table.reads().byId(owners.stream().map(OwnerId::value).toList());
    List<OwnerLookup> lookups = new ArrayList<>(owners.size());
    for (OwnerId owner : owners) {
      lookups.add(
          Optional.ofNullable(found.get(owner.value()))
              .map(document -> OwnerCodec.decode(document, clock::since))
              .orElseGet(() -> new OwnerLookup.Absent(owner)));
    }
    return lookups;
  }

  @Override
  public List<OwnerLookup> silent(Duration silentFor, int limit) {
    OwnerRepository.checkSilent(silentFor, limit);
    BsonDocument filter = new BsonDocument();
    // the estimate of the server's clock may be a moment behind: where any age will do, ask of none
    if (!silentFor.isZero()) {
      Instant latest = clock.now().minus(silentFor);
      BsonDocument later = doc("$gte", new BsonDateTime(latest.toEpochMilli() + 1));
      filter.append(Field.LAST_BEAT, doc("$not", later));
    }
    return table.reads().first(filter, LONGEST_SILENT_FIRST, limit).stream()
        .map(document -> OwnerCodec.decode(document, clock::since))
        .toList();
  }

  @Override
  public MatchOutcome retire(OwnerId owner) {
    return table.remove(id(owner));
  }

  @Override
  public MatchOutcome remove(OwnerId owner, long beat) {
    return table.remove(id(owner).append(Field.BEAT, int64(beat)));
  }

  private static BsonDocument id(OwnerId owner) {
    return doc(Field.ID, owner.value());
  }
}
