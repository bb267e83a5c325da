package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import io.twophase.adapter.mongo.servertransaction.Refusal.Kind;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commands of a {@link TransactionServer}, which run one after the other. */
final class TransactionBackend extends MemoryBackend {
  private static final long POLL_MILLIS = 10;
  private static final Set<String> DROPS = Set.of("drop", "dropDatabase", "renameCollection");
  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");
  private static final Set<String> READS =
      Set.of("find", "distinct", "aggregate", "getMore", "killCursors");

  private final ReentrantLock one = new ReentrantLock();
  private final Condition changed = one.newCondition();
  private final Supplier<String> address;
  private final long lifetimeNanos;
  private final Set<Laxity> laxities;
  private final Set<Object> busy = new HashSet<>();
  private final Sessions sessions;
  final List<ServerTransaction> open = new ArrayList<>();
  final Log log;
  boolean isClosing;
  long conflicts;

  /** The changes of the command that runs. */
  private @Nullable List<Change> made;

  /**
   * Nothing is in it.
   *
   * @param address where it listens
   * @param lifetime after which an open transaction is aborted
   * @param laxities what it lets happen, and must not
   * @param replication when a majority has its writes
   */
  TransactionBackend(
      Supplier<String> address, Duration lifetime, Set<Laxity> laxities, Replication replication) {
    this.address = address;
    this.lifetimeNanos = lifetime.toNanos();
    this.laxities = laxities;
    this.log = new Log(replication);
    this.sessions = new Sessions(log);
  }

  @Override
  public MemoryDatabase openOrCreateDatabase(String name) {
    return new WatchedDatabase(name, getCursorRegistry(), this::note);
  }

  private void note(Change change) {
    if (made != null) {
      made.add(change);
    }
  }

  <T> T locked(Supplier<T> work) {
    one.lock();
    try {
      return work.get();
    } finally {
      open.removeIf(transaction -> !transaction.isOpen());
      log.forget(open.stream().mapToLong(ServerTransaction::snapshot).min().orElse(Long.MAX_VALUE));
      changed.signalAll();
      one.unlock();
    }
  }

  /** The transactions of the last primary end. */
  boolean endAll() {
    open.forEach(ServerTransaction::abort);
    return true;
  }

  @Override
  public Document handleCommand(
      @Nullable Channel channel, String database, String command, Document query) {
    if (ReplicaSetMember.isGreeting(command)) {
      return ReplicaSetMember.greeted(
          super.handleCommand(channel, "admin", "ismaster", query), address.get());
    }
    try {
      return locked(() -> answer(new Call(channel, database, command, query)));
    } catch (Refusal refused) {
      return refused.answer();
    }
  }

  private record Call(@Nullable Channel channel, String database, String command, Document query) {
    Call of(Document other) {
      return new Call(channel, database, command, other);
    }
  }

  /** Runs a command without any transaction; what it changes is added to a list. */
  private Document run(Call call, List<Change> changes) {
    made = changes;
    try {
      return super.handleCommand(call.channel(), call.database(), call.command(), call.query())
          .cloneDeeply();
    } finally {
      made = null;
    }
  }

  private Document answer(Call call) {
    endOldOnes();
    boolean unused = log.received() && endAll();
    return log.dated(call.query(), log.awaited(call.query(), answered(call)));
  }

  private Document answered(Call call) {
    if (call.command().equals("endSessions") || call.command().equals("killSessions")) {
      sessions.end((List<?>) call.query().get(call.command()));
      return new Document("ok", 1.0);
    }
    if (!(call.query().get("lsid") instanceof Document lsid)) {
      return plain(call);
    }
    Object id = lsid.get("id");
    await(() -> !busy.contains(id), call.query());
    busy.add(id);
    try {
      return inSession(id, call);
    } finally {
      busy.remove(id);
    }
  }

  private Document inSession(Object id, Call call) {
    if (!(call.query().get("txnNumber") instanceof Number number)) {
      return plain(call);
    }
    return Boolean.FALSE.equals(call.query().get("autocommit"))
        ? inTransaction(id, number.longValue(), call)
        : sessions.written(id, number.longValue(), () -> plain(call));
  }

  private Document inTransaction(Object id, long number, Call call) {
    Document query = call.query();
    if (call.command().equals("commitTransaction")) {
      return commit(id, number);
    }
    if (Boolean.TRUE.equals(query.get("startTransaction"))) {
      open.add(sessions.begin(id, number));
    } else if (query.containsKey("readConcern")) {
      throw new Refusal(Kind.INVALID_OPTIONS, "first command of a transaction has a readConcern");
    }
    ServerTransaction transaction = sessions.transaction(id, number);
    refuseEnded(transaction, number);
    if (call.command().equals("abortTransaction")) {
      transaction.abort();
      return new Document("ok", 1.0);
    }
    if (query.containsKey("writeConcern")) {
      throw new Refusal(Kind.INVALID_OPTIONS, "end of a transaction has a writeConcern");
    }
    return run(transaction, call);
  }

  private static void refuseEnded(ServerTransaction transaction, long number) {
    if (transaction.isCommitted()) {
      throw new Refusal(Kind.COMMITTED, number);
    }
    if (!transaction.isOpen()) {
      throw new Refusal(Kind.NO_SUCH_TRANSACTION, number);
    }
  }

  /** Whatever fails in a transaction aborts it. */
  private Document run(ServerTransaction transaction, Call call) {
    boolean succeeds = false;
    try {
      refuseUnsupported(call);
      Document answer =
          log.asOf(
              transaction.snapshot(),
              () ->
                  transaction.within(
                      changes -> {
                        Document done = run(call, changes);
                        refuseConflict(transaction, changes);
                        return done;
                      }));
      succeeds = !answer.containsKey("writeErrors");
      return answer;
    } finally {
      if (!succeeds) {
        transaction.abort();
      }
    }
  }

  /** No collection is made in a transaction. */
  private void refuseUnsupported(Call call) {
    boolean isWrite = WRITES.contains(call.command());
    if (!isWrite && !READS.contains(call.command())) {
      throw new Refusal(Kind.NOT_SUPPORTED, call.command());
    }
    String name = String.valueOf(call.query().get(call.command()));
    boolean mayInsert =
        call.command().equals("insert") || call.query().toString().contains("\"upsert\" : true");
    if (isWrite
        && mayInsert
        && resolveDatabase(call.database()).resolveCollection(name, false) == null) {
      throw new Refusal(Kind.NOT_SUPPORTED, "making collection " + name);
    }
  }

  private void refuseConflict(ServerTransaction transaction, List<Change> changes) {
    boolean isStale =
        !laxities.contains(Laxity.STALE_WRITES)
            && log.since(transaction.snapshot()).stream().anyMatch(change -> change.meets(changes));
    boolean isWritten =
        !laxities.contains(Laxity.TWO_WRITERS)
            && open.stream().anyMatch(other -> other != transaction && other.hasWritten(changes));
    if (isStale || isWritten) {
      conflicts++;
      throw new Refusal(Kind.WRITE_CONFLICT);
    }
  }

  /** A client that commits again what is committed is told so again. */
  private Document commit(Object id, long number) {
    ServerTransaction transaction = sessions.transaction(id, number);
    if (!transaction.isCommitted()) {
      refuseEnded(transaction, number);
      List<Change> changes = transaction.commit();
      changes.forEach(Change::apply);
      log.add(changes);
      sessions.committed(id);
    }
    return new Document("ok", 1.0);
  }

  /** A command outside of transactions. */
  private Document plain(Call call) {
    if (call.command().equals("findAndModify")) {
      return write(call);
    }
    Optional<WriteCommand> writes = WriteCommand.of(call.command(), call.query());
    if (writes.isPresent()) {
      WriteAnswer answer = new WriteAnswer();
      for (Write each : writes.get().writes()) {
        Document told = write(call.of(writes.get().only(each.body())));
        if (!answer.add(each, told) && writes.get().isOrdered()) {
          break;
        }
      }
      return answer.document();
    }
    String pipeline = String.valueOf(call.query().get("pipeline"));
    if (!DROPS.contains(call.command())
        && !pipeline.contains("$out")
        && !pipeline.contains("$merge")) {
      return log.read(call.query(), () -> run(call, new ArrayList<>()));
    }
    await(open::isEmpty, call.query());
    Document answer = run(call, new ArrayList<>());
    log.dropped();
    return answer;
  }

  /** A write waits for an open transaction that has written the same. */
  private Document write(Call call) {
    while (true) {
      List<Change> changes = new ArrayList<>();
      Document answer = run(call, changes);
      if (!isWritten(changes)) {
        log.add(changes);
        return answer;
      }
      Change.undo(changes);
      await(() -> !isWritten(changes), call.query());
    }
  }

  private boolean isWritten(List<Change> changes) {
    return !laxities.contains(Laxity.WRITES_BESIDES)
        && open.stream().anyMatch(transaction -> transaction.hasWritten(changes));
  }

  private void await(BooleanSupplier condition, Document query) {
    long began = System.nanoTime();
    long primaries = log.failovers();
    while (!condition.getAsBoolean()) {
      if (isClosing) {
        throw new Refusal(Kind.CLOSING);
      }
      if (query.get("maxTimeMS") instanceof Number most
          && System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(most.longValue())) {
        throw new Refusal(Kind.MAX_TIME_EXPIRED);
      }
      try {
        boolean unused = changed.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new Refusal(Kind.CLOSING);
      }
      if (log.failovers() != primaries) {
        throw new Refusal(Kind.INTERRUPTED);
      }
      endOldOnes();
    }
  }

  private void endOldOnes() {
    long now = System.nanoTime();
    open.stream()
        .filter(transaction -> transaction.isOlderThan(lifetimeNanos, now))
        .forEach(ServerTransaction::abort);
    open.removeIf(transaction -> !transaction.isOpen());
  }
}
