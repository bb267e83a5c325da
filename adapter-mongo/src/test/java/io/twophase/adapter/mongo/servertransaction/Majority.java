package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.twophase.adapter.mongo.servertransaction.Effect.Images;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a majority of a replica set has, as its primary knows it: a copy of the documents, which
 * follows the log of all writes at a distance. Not thread-safe.
 *
 * <p>The log has three parts. The copy shows the writes before {@code shown}. A majority has those
 * before {@code confirmed}: they stay, whatever fails. The rest is lost with the primary. {@code
 * shown} is behind {@code confirmed} on a new primary only, which has the writes and does not know
 * yet that they are confirmed.
 */
final class Majority {

  private static final Channel NOBODY = new EmbeddedChannel();
  private static final int WRITE_CONCERN_TIMEOUT = 64;

  /** So many confirmed writes a new primary may not know to be confirmed. */
  private static final int UNKNOWN_AT_MOST = 40;

  /** No moment is zero. */
  private static final long FIRST = 1L << 32;

  private record Change(String database, String collection, List<Images> images) {}

  private Replication replication;
  private final Random random;
  private final MemoryBackend copy = new MemoryBackend();
  private final Set<Object> cursors = new HashSet<>();
  private final List<Change> log = new ArrayList<>();
  private long forgotten;
  private int shown;
  private int confirmed;
  private int commandsToGo;
  private int commandsToFailover;
  private long failovers;
  private long unanswered;

  Majority(Replication replication) {
    this.replication = replication;
    this.random = new Random(replication.seed());
    this.commandsToFailover = commandsToFailover();
  }

  private int commandsToFailover() {
    return replication.failoverEvery() == 0
        ? Integer.MAX_VALUE
        : 1 + random.nextInt(2 * replication.failoverEvery());
  }

  /** All members have all and know it, and from now on it is as {@code next} says. */
  void become(Replication next) {
    confirm();
    forget();
    replication = next;
    commandsToFailover = commandsToFailover();
  }

  /** The number of changes that the primary has made; a failover takes the last of them back. */
  long changes() {
    return forgotten + log.size();
  }

  /** How often another member has become primary. */
  long failovers() {
    return failovers;
  }

  /** How many waits for a majority have ended without one. */
  long unanswered() {
    return unanswered;
  }

  /**
   * A command comes in. Before it, another member may become primary.
   *
   * @param ending is called when another member has become primary
   */
  void received(MongoBackend primary, Runnable ending) {
    if (shown < log.size() && --commandsToGo <= 0) {
      confirm();
    }
    if (--commandsToFailover <= 0) {
      commandsToFailover = commandsToFailover();
      failOver(primary, random.nextInt(UNKNOWN_AT_MOST));
      ending.run();
    }
  }

  /** The primary has made a write. */
  void wrote(Effect effect) {
    MongoCollection<?> collection = effect.collection();
    if (collection != null && !effect.images().isEmpty()) {
      if (shown == log.size()) {
        fallBehind();
      }
      log.add(
          new Change(
              collection.getDatabaseName(), collection.getCollectionName(), effect.images()));
    }
  }

  private void fallBehind() {
    commandsToGo = 1 + random.nextInt(replication.lag());
  }

  /** A majority has all that the primary has. */
  void confirm() {
    while (shown < log.size()) {
      apply(copy, log.get(shown++));
    }
    confirmed = log.size();
    int oldest = Math.max(0, log.size() - UNKNOWN_AT_MOST);
    log.subList(0, oldest).clear();
    forgotten += oldest;
    shown -= oldest;
    confirmed -= oldest;
  }

  /** The answer with the moment that it shows: of a majority read, what a majority has. */
  Document dated(Document query, Document answer) {
    long moment = forgotten + ("majority".equals(level(query)) ? shown : log.size());
    return answer.clone().append("operationTime", new BsonTimestamp(FIRST + moment));
  }

  private static @Nullable Object level(Document query) {
    return query.get("readConcern") instanceof Document asked ? asked.get("level") : null;
  }

  /** Whoever asks for a moment that is not shown yet waits, and members catch up meanwhile. */
  private void awaitMoment(Document query) {
    if (query.get("readConcern") instanceof Document asked
        && asked.get("afterClusterTime") instanceof BsonTimestamp moment
        && moment.getValue() > FIRST + forgotten + shown) {
      confirm();
    }
  }

  /** Ends a command's wait for a majority, if it asks for one; answers the command's answer. */
  Document awaited(Document query, Document answer) {
    if (!(query.get("writeConcern") instanceof Document concern
        && "majority".equals(concern.get("w")))) {
      return answer;
    }
    if (replication.unansweredOneIn() > 0 && random.nextInt(replication.unansweredOneIn()) == 0) {
      unanswered++;
      return unanswered(answer);
    }
    confirm();
    return answer;
  }

  private static Document unanswered(Document answer) {
    Document told = answer.clone();
    return told.append(
        "writeConcernError",
        new Document("code", WRITE_CONCERN_TIMEOUT)
            .append("codeName", "WriteConcernTimeout")
            .append("errmsg", "waiting for replication timed out")
            .append("errInfo", new Document("wtimeout", true)));
  }

  /**
   * Another member becomes primary: what no majority has is taken back, and what a majority has is
   * shown as it was some writes ago.
   *
   * @param primary has the documents
   * @param writes how many writes ago, as far as they are remembered
   */
  void failOver(MongoBackend primary, int writes) {
    failovers++;
    while (log.size() > confirmed) {
      apply(primary, reversed(log.remove(log.size() - 1)));
    }
    for (int at = 0; at < writes && shown > 0; at++) {
      apply(copy, reversed(log.get(--shown)));
    }
    fallBehind();
  }

  private static Change reversed(Change change) {
    List<Images> images = new ArrayList<>();
    change.images().forEach(image -> images.add(0, new Images(image.after(), image.before())));
    return new Change(change.database(), change.collection(), images);
  }

  private static void apply(MongoBackend backend, Change change) {
    MongoCollection<?> there = Effect.find(backend, change.database(), change.collection());
    if (there == null) {
      backend.handleCommand(
          NOBODY, change.database(), "create", new Document("create", change.collection()));
      there = Effect.find(backend, change.database(), change.collection());
    }
    new Effect(there, change.images()).apply();
  }

  private void forget() {
    forgotten += log.size();
    log.clear();
    shown = 0;
    confirmed = 0;
  }

  /** Something of the database is dropped, by all members at once. */
  void dropped(String database, String command, Document query) {
    confirm();
    forget();
    copy.handleCommand(NOBODY, database, command, query);
  }

  /**
   * The answer to a read of what a majority has; nothing if the command is another. A linearizable
   * read is of the primary, and waits for a majority.
   */
  Optional<Document> read(
      @Nullable Channel channel, String database, String command, Document query) {
    Object level = level(query);
    awaitMoment(query);
    if ("linearizable".equals(level)) {
      confirm();
    }
    boolean isNext = command.equals("getMore") && cursors.contains(query.get("getMore"));
    if (!isNext && !"majority".equals(level)) {
      return Optional.empty();
    }
    Document answer = copy.handleCommand(channel, database, command, query).cloneDeeply();
    if (answer.get("cursor") instanceof Document cursor) {
      cursors.add(cursor.get("id"));
    }
    return Optional.of(answer);
  }
}
