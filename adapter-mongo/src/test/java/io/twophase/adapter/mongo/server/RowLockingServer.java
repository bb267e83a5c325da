package io.twophase.adapter.mongo.server;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import io.twophase.adapter.mongo.server.RowLocks.DeadlockException;
import io.twophase.adapter.mongo.server.RowLocks.Row;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;

/**
 * A server of this process on which each command is one transaction with row locks, as on FerretDB
 * 2 over DocumentDB on PostgreSQL. The writes of a command lock their documents in the order given,
 * and hold the locks to the command's end. Nobody sees a command's writes before that.
 *
 * <p>Where commands wait for each other in a circle, the one that closes it loses. As DocumentDB
 * does, it gives back all that it holds and begins again, one write after the other; a write that
 * would close a circle then fails with code 16908292, and the answer counts what was done before
 * it. A command pauses after each document, so that others come between.
 */
public final class RowLockingServer implements AutoCloseable {

  /** PostgreSQL's {@code deadlock_detected}, as DocumentDB puts it into a number. */
  static final int DEADLOCK = 16908292;

  private static final String DEADLOCK_DETECTED = "deadlock detected";

  /** Commands that wait for a row each keep a thread. */
  private static final int THREADS = 32;

  private static final long PAUSE_NANOS = 50_000;

  private static final Set<String> READS =
      Set.of("find", "getMore", "count", "distinct", "aggregate");

  private final RowLocks locks = new RowLocks();
  private final UnaryOperator<List<Write>> order;
  private final MongoServer server = new MongoServer(new Backend());

  private RowLockingServer(UnaryOperator<List<Write>> order) {
    this.order = order;
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1, THREADS);
  }

  /** A fresh one that listens. */
  public static RowLockingServer start() {
    return new RowLockingServer(UnaryOperator.identity());
  }

  /**
   * One that takes the writes of each command in another order than the one given, as if the client
   * had sent them so.
   */
  public static RowLockingServer reordering(UnaryOperator<List<Write>> order) {
    return new RowLockingServer(order);
  }

  /** Where a driver finds it. */
  public String uri() {
    return server.getConnectionString();
  }

  /** How often commands waited for each other in a circle so far. */
  public long deadlocks() {
    return locks.deadlocks();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Backend extends MemoryBackend {

    /** Held by whoever makes a command's writes seen; reads see all of a command or nothing. */
    private final ReadWriteLock commits = new ReentrantReadWriteLock();

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      if (command.equals("findAndModify")) {
        return findAndModify(channel, database, query);
      }
      Optional<WriteCommand> writes = WriteCommand.of(command, query);
      if (writes.isPresent()) {
        return new Run(channel, database, command, writes.get()).answer();
      }
      Lock lock = READS.contains(command) ? commits.readLock() : commits.writeLock();
      return under(lock, channel, database, command, query);
    }

    private Document under(
        Lock lock, Channel channel, String database, String command, Document query) {
      lock.lock();
      try {
        return super.handleCommand(channel, database, command, query);
      } finally {
        lock.unlock();
      }
    }

    private Document findAndModify(Channel channel, String database, Document query) {
      Document write = new Document("q", query.get("query"));
      WriteCommand alone =
          new WriteCommand(
              new Document("update", query.get("findAndModify")),
              "updates",
              List.of(new Write(0, write)),
              true);
      RowLocks.Command command = new RowLocks.Command();
      try {
        new Run(channel, database, "update", alone).take(command, alone.writes().get(0));
        return under(commits.writeLock(), channel, database, "findAndModify", query);
      } catch (DeadlockException deadlock) {
        throw new MongoServerError(DEADLOCK, "DeadlockDetected", DEADLOCK_DETECTED);
      } finally {
        locks.releaseAll(command);
      }
    }

    /** One command's transaction. */
    private final class Run {
      private final Channel channel;
      private final String database;
      private final String name;
      private final WriteCommand command;
      private final RowLocks.Command holder = new RowLocks.Command();

      Run(Channel channel, String database, String name, WriteCommand command) {
        this.channel = channel;
        this.database = database;
        this.name = name;
        this.command = command;
      }

      Document answer() {
        WriteAnswer answer = new WriteAnswer();
        try {
          List<Locked> locked = lockAll(answer);
          commits.writeLock().lock();
          try {
            perform(locked, answer);
          } finally {
            commits.writeLock().unlock();
          }
        } finally {
          locks.releaseAll(holder);
        }
        return answer.document();
      }

      /** All of them, or those that could be had one by one. */
      private List<Locked> lockAll(WriteAnswer answer) {
        List<Write> writes = order.apply(command.writes());
        try {
          List<Locked> locked = new ArrayList<>();
          for (Write write : writes) {
            locked.add(take(holder, write));
          }
          return locked;
        } catch (DeadlockException deadlock) {
          locks.releaseAll(holder);
          return lockOneByOne(writes, answer);
        }
      }

      private List<Locked> lockOneByOne(List<Write> writes, WriteAnswer answer) {
        List<Locked> locked = new ArrayList<>();
        for (Write write : writes) {
          try {
            locked.add(take(holder, write));
          } catch (DeadlockException deadlock) {
            answer.fail(write, DEADLOCK, DEADLOCK_DETECTED);
            if (command.isOrdered()) {
              break;
            }
          }
        }
        return locked;
      }

      /** Takes the locks of one write, or none of them. */
      Locked take(RowLocks.Command holder, Write write) throws DeadlockException {
        String namespace = database + "." + command.body().get(name);
        List<Object> ids = write.ids().orElseGet(() -> found(write));
        List<Row> taken = new ArrayList<>();
        for (Object id : ids) {
          Row row = new Row(namespace, id);
          try {
            if (locks.take(holder, row)) {
              taken.add(row);
            }
          } catch (DeadlockException deadlock) {
            locks.release(holder, taken);
            throw deadlock;
          }
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new Locked(write, write.ids().isPresent() ? Optional.empty() : Optional.of(ids));
      }

      /** The ids of the documents that a write describes, as they were committed. */
      private List<Object> found(Write write) {
        Document find =
            new Document("find", command.body().get(name))
                .append("filter", write.filter().orElse(new Document()))
                .append("limit", write.isForOne() ? 1 : 0);
        Document answer = under(commits.readLock(), channel, database, "find", find);
        List<Object> ids = new ArrayList<>();
        for (Object document : (List<?>) ((Document) answer.get("cursor")).get("firstBatch")) {
          ids.add(((Document) document).get("_id"));
        }
        return ids;
      }

      private void perform(List<Locked> locked, WriteAnswer answer) {
        for (Locked next : locked) {
          Document body = command.only(next.body());
          boolean isDone =
              answer.add(next.write(), under(commits.writeLock(), channel, database, name, body));
          if (!isDone && command.isOrdered()) {
            return;
          }
        }
      }
    }
  }

  /**
   * A write whose documents are locked.
   *
   * @param found the documents that it was found to describe; nothing if it names them
   */
  private record Locked(Write write, Optional<List<Object>> found) {

    /** The write, of no other documents than those that are locked. */
    Document body() {
      Optional<Document> filter = write.filter();
      boolean isUpsert = Boolean.TRUE.equals(write.body().get("upsert"));
      if (found.isEmpty() || filter.isEmpty() || isUpsert) {
        return write.body();
      }
      Document body = new Document();
      body.putAll(write.body());
      Document locked = new Document("_id", new Document("$in", found.get()));
      body.put("q", new Document("$and", List.of(filter.get(), locked)));
      return body;
    }
  }
}
