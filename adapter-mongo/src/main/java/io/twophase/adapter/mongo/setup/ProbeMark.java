package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mark that a server leaves in the scratch collection when it has passed a probe: which probe,
 * and which build of which server. While both are the same, the probe is not repeated. A server
 * that does not tell its build is probed at every opening.
 */
public final class ProbeMark {

  private static final Logger LOG = LoggerFactory.getLogger(ProbeMark.class);

  /** The fields of an answer that are about this one answer, and not about the build. */
  private static final List<String> OF_THE_ANSWER =
      List.of("ok", "$clusterTime", "operationTime", "electionId", "lastCommittedOpTime");

  private final MongoCollection<BsonDocument> scratch;
  private final BsonDocument id;
  private final Optional<BsonDocument> mark;

  private ProbeMark(
      MongoCollection<BsonDocument> scratch, BsonDocument id, Optional<BsonDocument> mark) {
    this.scratch = scratch;
    this.id = id;
    this.mark = mark;
  }

  /**
   * The mark that the server of {@code database} has, or is to have.
   *
   * @param name of the mark
   * @param probe to be raised with every change of the probe
   */
  public static ProbeMark of(
      MongoDatabase database, MongoCollection<BsonDocument> scratch, String name, int probe) {
    BsonDocument id = doc(Field.ID, name);
    return new ProbeMark(
        scratch,
        id,
        build(database)
            .map(
                build ->
                    id.clone()
                        .append("probe", new BsonInt32(probe))
                        .append("server", new BsonString(build))));
  }

  private static Optional<String> build(MongoDatabase database) {
    try {
      BsonDocument answer = database.runCommand(doc("buildInfo", 1), BsonDocument.class);
      OF_THE_ANSWER.forEach(answer::remove);
      return Optional.of(answer.toJson());
    } catch (MongoException untold) {
      LOG.debug("the server does not tell its build", untold);
      return Optional.empty();
    }
  }

  /** Returns whether it is there, as it is to be. */
  public boolean isSet() {
    return mark.isPresent() && mark.orElseThrow().equals(scratch.find(id).first());
  }

  /** Leaves the mark, if that can be done: without it, the next opening probes again. */
  public void set() {
    mark.ifPresent(
        passed -> {
          try {
            scratch.replaceOne(id, passed, new ReplaceOptions().upsert(true));
          } catch (MongoException failed) {
            LOG.info("the probe's mark was not stored: {}", failed.toString());
          }
        });
  }
}
