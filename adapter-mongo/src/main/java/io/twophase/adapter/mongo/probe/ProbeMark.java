package io.twophase.adapter.mongo.probe;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.twophase.adapter.mongo.document.Field;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mark that a server leaves in the scratch collection when it has passed the {@link
 * TransferProbe}: which probe, and which build of which server. While both are the same, the probe
 * is not repeated. A server that does not tell its build is probed at every opening.
 */
final class ProbeMark {

  private static final Logger LOG = LoggerFactory.getLogger(ProbeMark.class);

  private static final BsonDocument ID = new BsonDocument(Field.ID, new BsonString("passed"));

  /** What an answer says of this one answer, and not of the build. */
  private static final List<String> OF_THE_ANSWER =
      List.of("ok", "$clusterTime", "operationTime", "electionId", "lastCommittedOpTime");

  private final MongoCollection<BsonDocument> scratch;
  private final Option<BsonDocument> mark;

  private ProbeMark(MongoCollection<BsonDocument> scratch, Option<BsonDocument> mark) {
    this.scratch = scratch;
    this.mark = mark;
  }

  /** The mark that the server of {@code database} has, or is to have. */
  static ProbeMark of(MongoDatabase database, MongoCollection<BsonDocument> scratch, int probe) {
    return new ProbeMark(
        scratch,
        build(database)
            .map(
                build ->
                    ID.clone()
                        .append("probe", new BsonInt32(probe))
                        .append("server", new BsonString(build))));
  }

  private static Option<String> build(MongoDatabase database) {
    try {
      BsonDocument answer =
          database.runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class);
      OF_THE_ANSWER.forEach(answer::remove);
      return Option.some(answer.toJson());
    } catch (MongoException untold) {
      LOG.debug("the server does not tell its build", untold);
      return Option.none();
    }
  }

  boolean isSet() {
    return mark.isDefined() && mark.get().equals(scratch.find(ID).first());
  }

  /** Leaves the mark, if that can be done: without it, the next opening probes again. */
  void set() {
    mark.forEach(
        passed -> {
          try {
            scratch.replaceOne(ID, passed, new ReplaceOptions().upsert(true));
          } catch (MongoException failed) {
            LOG.info("the probe's mark was not stored: {}", failed.toString());
          }
        });
  }
}
