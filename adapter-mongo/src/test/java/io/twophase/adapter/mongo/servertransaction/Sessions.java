package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.servertransaction.Refusal.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server remembers of each session: its last transaction, or its last write. */
final class Sessions {
  private static final Session NEW = new Session(-1, null, null);

  /** The number of the last transaction or write, and what came of it, if that is known. */
  private record Session(
      long number, @Nullable ServerTransaction transaction, @Nullable Document written) {}

  private final Log log;
  private final Map<Object, Session> sessions = new HashMap<>();

  Sessions(Log log) {
    this.log = log;
  }

  private Session of(Object id) {
    return sessions.getOrDefault(id, NEW);
  }

  /** Forgets sessions that have ended, and aborts their transactions. */
  void end(Iterable<?> ended) {
    for (Object each : ended) {
      abort(sessions.remove(((Document) each).get("id")));
    }
  }

  private static void abort(@Nullable Session session) {
    if (session != null && session.transaction() != null) {
      session.transaction().abort();
    }
  }

  /** The transaction of that number, which a command belongs to. */
  ServerTransaction transaction(Object id, long asked) {
    Session session = of(id);
    if (asked < session.number()) {
      throw new Refusal(Kind.TOO_OLD, asked);
    }
    if (asked > session.number() || session.transaction() == null) {
      throw new Refusal(Kind.NO_SUCH_TRANSACTION, asked);
    }
    return session.transaction();
  }

  /** A transaction of that number begins; the last one, if it is still open, is aborted. */
  ServerTransaction begin(Object id, long asked) {
    take(id, asked);
    ServerTransaction begun = new ServerTransaction(log.changes(), System.nanoTime());
    sessions.put(id, new Session(asked, begun, null));
    return begun;
  }

  private void take(Object id, long asked) {
    Session last = of(id);
    if (asked < last.number()) {
      throw new Refusal(Kind.TOO_OLD, asked);
    }
    if (asked == last.number()) {
      throw new Refusal(Kind.NUMBER_IN_USE, asked);
    }
    abort(last);
  }

  /** The last transaction has committed. If a failover takes its changes back, it is forgotten. */
  void committed(Object id) {
    Session undone = new Session(of(id).number(), null, null);
    log.remember(() -> sessions.put(id, undone));
  }

  /**
   * Makes a write of that number, or answers what it was answered when it was made. If a failover
   * takes it back, the session knows the one before.
   */
  Document written(Object id, long asked, Supplier<Document> write) {
    Session before = of(id);
    if (asked == before.number() && before.written() != null) {
      return before.written();
    }
    if (asked != before.number() || before.transaction() != null) {
      take(id, asked);
      sessions.put(id, new Session(asked, null, null));
    }
    Document answer = write.get();
    sessions.put(id, new Session(asked, null, answer));
    log.remember(() -> sessions.put(id, before));
    return answer;
  }
}
