package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of the documents of a replica set, as its primary knows them. Documents as they
 * were some changes ago are had by taking these back for a while. Not thread-safe.
 *
 * <p>The log has three parts. Reads of what a majority has show the changes before {@code shown}. A
 * majority has those before {@code confirmed}: they stay, whatever fails. The rest is lost with the
 * primary. {@code shown} is behind {@code confirmed} on a new primary only, which has the changes
 * and does not know yet that they are confirmed.
 */
final class Log {
  private static final int WRITE_CONCERN_TIMEOUT = 64;

  /** So many confirmed changes a new primary may not know to be confirmed. */
  private static final int UNKNOWN_AT_MOST = 40;

  /** No moment is zero. */
  private static final long FIRST = 1L << 32;

  /** Is run if a failover takes the last of so many changes back. */
  private record Memory(long changes, Runnable forgetting) {}

  private Replication replication;
  private final Random random;
  private final List<Change> log = new ArrayList<>();
  private final Deque<Memory> memories = new ArrayDeque<>();
  private long forgotten;

  /** So many changes all members know to be confirmed. */
  private long known;

  private int shown;
  private int confirmed;
  private int commandsToGo;
  private int commandsToFailover;
  private long failovers;
  private long unanswered;

  Log(Replication replication) {
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
  boolean become(Replication next) {
    confirm();
    known = changes();
    replication = next;
    commandsToFailover = commandsToFailover();
    return true;
  }

  /** The number of changes that the primary has made; a failover takes the last of them back. */
  long changes() {
    return forgotten + log.size();
  }

  /** The changes behind the first so many. */
  List<Change> since(long changes) {
    return List.copyOf(log.subList((int) (changes - forgotten), log.size()));
  }

  /** Does work on the documents as the first so many changes have left them. */
  <T> T asOf(long changes, Supplier<T> work) {
    List<Change> later = since(changes);
    Change.undo(later);
    try {
      return work.get();
    } finally {
      later.forEach(Change::apply);
    }
  }

  /** Forgets the changes that everybody knows, but for those of a snapshot. */
  void forget(long snapshot) {
    int oldest = (int) Math.max(0, Math.min(shown - UNKNOWN_AT_MOST, snapshot - forgotten));
    log.subList(0, oldest).clear();
    forgotten += oldest;
    shown -= oldest;
    confirmed -= oldest;
  }

  /** Something is dropped, by all members at once: no change before that can be taken back. */
  void dropped() {
    confirm();
    forgotten += log.size();
    log.clear();
    shown = 0;
    confirmed = 0;
  }

  /** How often another member has become primary. */
  long failovers() {
    return failovers;
  }

  /** How many waits for a majority have ended without one. */
  long unanswered() {
    return unanswered;
  }

  /** A command comes in; answers whether another member becomes primary before it. */
  boolean received() {
    if (shown < log.size() && --commandsToGo <= 0) {
      confirm();
    }
    boolean fails = --commandsToFailover <= 0;
    if (fails) {
      commandsToFailover = commandsToFailover();
      failOver(random.nextInt(UNKNOWN_AT_MOST));
    }
    return fails;
  }

  /** The primary has made changes. */
  void add(List<Change> made) {
    if (shown == log.size() && !made.isEmpty()) {
      fallBehind();
    }
    log.addAll(made);
  }

  private void fallBehind() {
    commandsToGo = 1 + random.nextInt(replication.lag());
  }

  /** If a failover takes the last change back, something is forgotten with it. */
  void remember(Runnable forgetting) {
    memories.push(new Memory(changes(), forgetting));
  }

  /** A majority has all that the primary has. */
  void confirm() {
    shown = log.size();
    confirmed = shown;
    memories.clear();
  }

  /** The answer with the moment that it shows: of a majority read, what a majority has. */
  Document dated(Document query, Document answer) {
    long moment = "majority".equals(level(query)) ? forgotten + shown : changes();
    return answer.clone().append("operationTime", new BsonTimestamp(FIRST + moment));
  }

  private static @Nullable Object level(Document query) {
    return query.get("readConcern") instanceof Document asked ? asked.get("level") : null;
  }

  /** A reader of a moment that is not shown yet waits, and members catch up meanwhile. */
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
   * shown as it was some changes ago.
   *
   * @param before how many changes ago, as far as they are remembered
   */
  void failOver(int before) {
    failovers++;
    List<Change> lost = log.subList(confirmed, log.size());
    Change.undo(lost);
    lost.clear();
    while (!memories.isEmpty() && memories.peek().changes() > changes()) {
      memories.pop().forgetting().run();
    }
    shown = (int) Math.max(Math.max(0, known - forgotten), shown - before);
    fallBehind();
  }

  /**
   * Does a read. If it asks for what a majority has, it shows that. If it is linearizable, it waits
   * for a majority.
   */
  Document read(Document query, Supplier<Document> work) {
    Object level = level(query);
    awaitMoment(query);
    if ("linearizable".equals(level)) {
      confirm();
    }
    return "majority".equals(level) ? asOf(forgotten + shown, work) : work.get();
  }
}
