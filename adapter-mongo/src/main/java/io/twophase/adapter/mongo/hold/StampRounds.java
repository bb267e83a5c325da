package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.write.TargetWrites;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * Stamps the holds of one collection: one command where all are as they were read. Where some are
 * not, and the server does not tell which, the holds that are as asked for by now are counted: only
 * the owner of an epoch stamps at it, so such a hold is one that it has stamped.
 */
record StampRounds(Writes writes) {

  Part<MatchOutcome> of(List<Stamping> asked) {
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return FirstWrites.ofUpdates(writes, asked.stream().map(TargetWrites::stamp).toList());
      }

      @Override
      public List<MatchOutcome> finish(FirstAnswers answers) {
        return answers
            .updates()
            .flatMap(
                matched ->
                    Recount.unlessTold(
                        asked,
                        matched,
                        some -> writes.update(some.stream().map(StampRounds::stamped).toList())))
            .map(
                stamped ->
                    IntStream.range(0, asked.size())
                        .mapToObj(at -> Matches.outcome(stamped.contains(at)))
                        .toList())
            .getOrElse(Batches.all(asked, MatchOutcome.IN_DOUBT));
      }
    };
  }

  private static UpdateOneModel<BsonDocument> stamped(Stamping one) {
    return TargetWrites.held(one.target(), one.read().at(one.epoch()));
  }
}
