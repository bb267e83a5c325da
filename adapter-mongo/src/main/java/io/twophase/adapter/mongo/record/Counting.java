package io.twophase.adapter.mongo.record;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Guarded writes of one command, each answered by an acknowledged count. */
final class Counting {

  /** Changes nothing in whatever document: so only its filter says something. */
  static final BsonDocument NOTHING =
      new BsonDocument("$unset", new BsonDocument("twophaseNothing", new BsonString("")));

  private Counting() {}

  /**
   * Sends one command. If some writes match and it is not told which, then those are matched that
   * have left their documents as they do.
   *
   * @param left matches a document that the write has left so, and changes nothing
   */
  static <T> List<MatchOutcome> matched(
      Writes by,
      List<T> asked,
      Function<T, ? extends WriteModel<BsonDocument>> write,
      Function<T, ? extends WriteModel<BsonDocument>> left) {
    return by.update(asked.stream().map(write).toList())
        .flatMap(
            matched ->
                Recount.unlessTold(
                    asked, matched, some -> by.update(some.stream().map(left).toList())))
        .map(
            matched ->
                IntStream.range(0, asked.size())
                    .mapToObj(at -> Matches.outcome(matched.contains(at)))
                    .toList())
        .getOrElse(Batches.all(asked, MatchOutcome.IN_DOUBT));
  }
}
