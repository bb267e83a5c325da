package io.twophase.bench.measure;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.bench.cost.Answer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/** Counts the commands that a client sends, and the documents that they write. Thread-safe. */
public final class CommandCounter implements CommandListener {

  private final LongAdder commands = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final Predicate<BsonDocument> ignored;
  private final Set<Integer> ignoredRequests = ConcurrentHashMap.newKeySet();

  /** Counts all. */
  public CommandCounter() {
    this(command -> false);
  }

  /** Counts all but these commands, and what they write. */
  public CommandCounter(Predicate<BsonDocument> ignored) {
    this.ignored = ignored;
  }

  /**
   * What was counted so far.
   *
   * @param commands sent, reads and whatever else included
   * @param writes documents inserted, changed or removed, as the replies say: an update that
   *     matches and changes nothing is none
   */
  public record Count(long commands, long writes) {

    /** What came since then. */
    public Count since(Count then) {
      return new Count(commands - then.commands, writes - then.writes);
    }
  }

  public Count count() {
    return new Count(commands.sum(), writes.sum());
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (ignored.test(event.getCommand())) {
      ignoredRequests.add(event.getRequestId());
    } else {
      commands.increment();
    }
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    if (ignoredRequests.remove(event.getRequestId())) {
      return;
    }
    writes.add(Answer.written(event.getCommandName(), event.getResponse()));
  }

  @Override
  public void commandFailed(CommandFailedEvent event) {
    ignoredRequests.remove(event.getRequestId());
  }
}
