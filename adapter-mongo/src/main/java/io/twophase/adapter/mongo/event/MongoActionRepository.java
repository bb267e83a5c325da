package io.twophase.adapter.mongo.event;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.domain.ActionId;
import io.twophase.domain.action.ActionOutcome;
import io.twophase.domain.action.ActionSubject;
import io.twophase.domain.action.LoggedAction;
import io.twophase.domain.action.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The actions in a collection of their own. Its indexes are made with the first action of a
 * process: a store whose operators do nothing by hand has no such collection.
 */
public final class MongoActionRepository implements ActionRepository {

  private final Indexes indexes;
  private final ServerClock clock;
  private final Reads reads;
  private final Writes writes;
  private volatile boolean isIndexed;

  /** The actions in {@code collection}, which must read and write with majority. */
  public MongoActionRepository(
      MongoCollection<BsonDocument> collection, ServerClock clock, Server server) {
    this.indexes = new Indexes(collection, server.errors());
    this.clock = clock;
    this.reads = new Reads(collection, server);
    this.writes = new Writes(collection, server);
  }

  @Override
  public BeginOutcome begin(OperatorAction action) {
    if (!isIndexed) {
      indexes.ensureOfActions();
      isIndexed = true;
    }
    LoggedAction begun = LoggedAction.begun(action, clock.now());
    return switch (writes.insert(List.of(ActionDocuments.of(begun))).get(0)) {
      case INSERTED -> BeginOutcome.BEGUN;
      case KEY_TAKEN -> BeginOutcome.ID_TAKEN;
      case IN_DOUBT -> BeginOutcome.IN_DOUBT;
    };
  }

  @Override
  public MatchOutcome finish(ActionId id, ActionOutcome outcome) {
    return writes.update(ActionDocuments.unfinished(id), ActionDocuments.end(outcome));
  }

  @Override
  public Optional<Either<String, LoggedAction>> find(ActionId id) {
    return reads.confirmed(new BsonString(id.value())).map(ActionDocuments::read);
  }

  @Override
  public List<Either<String, LoggedAction>> latest(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int limit) {
    ActionRepository.checkPage(limit);
    BsonDocument filter = subject.map(ActionDocuments::about).orElseGet(BsonDocument::new);
    after.ifPresent(
        shown -> {
          BsonDocument dates = new BsonDocument();
          Places.before(
              filter,
              dates,
              Field.CREATED_AT,
              shown.begunAt(),
              Optional.of(shown.action().id().value()));
          filter.append(Field.CREATED_AT, dates);
        });
    return reads.first(filter, Indexes.NEWEST_FIRST, limit).stream()
        .map(ActionDocuments::read)
        .toList();
  }
}
