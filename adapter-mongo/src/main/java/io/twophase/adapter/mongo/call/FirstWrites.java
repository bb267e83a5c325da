package io.twophase.adapter.mongo.call;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import java.util.List;
import org.bson.BsonDocument;

/**
 * What is sent to one collection before anything is known: guarded updates, replacements and
 * deletions; then inserts.
 *
 * @param writes to the collection
 * @param updates as {@link Writes#update} takes them
 * @param inserts as {@link Writes#insertUnlessTaken} takes them
 */
public record FirstWrites(
    Writes writes, List<? extends WriteModel<BsonDocument>> updates, List<BsonDocument> inserts) {

  /** Updates only. */
  public static FirstWrites ofUpdates(
      Writes writes, List<? extends WriteModel<BsonDocument>> updates) {
    return new FirstWrites(writes, updates, List.of());
  }

  /** How many commands they are, sent alone. */
  int commands() {
    return (updates.isEmpty() ? 0 : 1) + (inserts.isEmpty() ? 0 : 1);
  }

  /** Sends them in commands of their own, each when its answer is asked for. */
  FirstAnswers alone() {
    return new FirstAnswers() {
      @Override
      public Answer<Matches> updates() {
        return writes.update(updates);
      }

      @Override
      public List<InsertOutcome> inserts() {
        return writes.insertUnlessTaken(inserts);
      }
    };
  }
}
