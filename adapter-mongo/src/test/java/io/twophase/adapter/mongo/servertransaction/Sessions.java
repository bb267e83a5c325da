package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.servertransaction.Refusal.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server remembers of each session: its last transaction, or its last write. */
final class Sessions {

  private final Map<Object, Session> sessions = new HashMap<>();

  /** The session of a command; nothing if it has none. */
  Optional<Session> of(Document command) {
    return command.get("lsid") instanceof Document lsid
        ? Optional.of(sessions.computeIfAbsent(lsid.get("id"), none -> new Session()))
        : Optional.empty();
  }

  /** Forgets sessions that have ended, and aborts their transactions. */
  void end(Iterable<?> ended) {
    for (Object each : ended) {
      Session session = sessions.remove(((Document) each).get("id"));
      if (session != null) {
        session.abort();
      }
    }
  }

  /**
   * A failover has undone all changes but the first so many: a new primary knows of a session only
   * the transactions and writes that a majority has.
   */
  void rolledBackTo(long kept) {
    sessions.values().forEach(session -> session.rolledBackTo(kept));
  }

  /** One session. Its commands come one after the other. */
  static final class Session {

    private static final long NONE = -1;

    /** A transaction or a write that came before the last one. */
    private record Earlier(
        long number,
        @Nullable ServerTransaction transaction,
        @Nullable Document written,
        long changes) {}

    private final Deque<Earlier> earlier = new ArrayDeque<>();
    private boolean isBusy;
    private long number = NONE;
    private @Nullable ServerTransaction transaction;
    private @Nullable Document written;

    /** The number of changes on the primary once its last transaction or write was made. */
    private long changes;

    boolean isBusy() {
      return isBusy;
    }

    void setBusy(boolean busy) {
      isBusy = busy;
    }

    /** The transaction of that number, which a command belongs to. */
    ServerTransaction transaction(long asked) {
      if (asked < number) {
        throw new Refusal(Kind.TOO_OLD, asked);
      }
      if (asked > number || transaction == null) {
        throw new Refusal(Kind.NO_SUCH_TRANSACTION, asked);
      }
      return transaction;
    }

    /** A transaction of that number begins; the last one, if it is still open, is aborted. */
    ServerTransaction begin(long asked, Supplier<ServerTransaction> beginning) {
      take(asked);
      ServerTransaction begun = beginning.get();
      transaction = begun;
      return begun;
    }

    /** The answer that a write of that number has got; nothing if it is a new one. */
    Optional<Document> answerTo(long asked) {
      if (asked == number && written != null) {
        return Optional.of(written);
      }
      if (asked != number || transaction != null) {
        take(asked);
      }
      return Optional.empty();
    }

    void answered(Document answer, long changesMade) {
      written = answer;
      changes = changesMade;
    }

    void committed(long changesMade) {
      changes = changesMade;
    }

    /** The last that a majority has is the last again: what came before it is too old still. */
    private void rolledBackTo(long kept) {
      while (changes > kept) {
        Earlier last = earlier.isEmpty() ? new Earlier(NONE, null, null, kept) : earlier.pop();
        number = last.number();
        transaction = last.transaction();
        written = last.written();
        changes = last.changes();
      }
    }

    private void take(long asked) {
      if (asked < number) {
        throw new Refusal(Kind.TOO_OLD, asked);
      }
      if (asked == number) {
        throw new Refusal(Kind.NUMBER_IN_USE, asked);
      }
      abort();
      earlier.push(new Earlier(number, transaction, written, changes));
      number = asked;
      transaction = null;
      written = null;
    }

    void abort() {
      if (transaction != null) {
        transaction.abort();
      }
    }
  }
}
