package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import io.twophase.adapter.mongo.servertransaction.Refusal.Kind;
import io.twophase.adapter.mongo.servertransaction.Sessions.Session;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commands of a {@link TransactionServer}, which run one after the other. */
final class TransactionBackend extends MemoryBackend {

  private static final long POLL_MILLIS = 10;
  private static final Set<String> DROPS = Set.of("drop", "dropDatabase", "renameCollection");

  private final ReentrantLock one = new ReentrantLock();
  private final Condition changed = one.newCondition();
  private final Sessions sessions = new Sessions();
  private final History history = new History();
  private final List<ServerTransaction> open = new ArrayList<>();
  private final Supplier<String> address;
  private final long lifetimeNanos;
  private final Set<Laxity> laxities;
  private final Optional<Majority> majority;
  private volatile Function<Document, Optional<Document>> refusing = asked -> Optional.empty();
  private boolean isClosing;
  private long conflicts;

  /**
   * Nothing is in it.
   *
   * @param address where it listens
   * @param lifetime after which an open transaction is aborted
   * @param laxities what it lets happen, and must not
   * @param replication when a majority has its writes; at once, if it does not say
   */
  TransactionBackend(
      Supplier<String> address,
      Duration lifetime,
      Set<Laxity> laxities,
      Optional<Replication> replication) {
    this.address = address;
    this.lifetimeNanos = lifetime.toNanos();
    this.laxities = laxities;
    this.majority = replication.map(Majority::new);
  }

  /** How many transactions were aborted because of a write conflict. */
  long conflicts() {
    return locked(() -> conflicts);
  }

  /** How many transactions are open. */
  int openTransactions() {
    return locked(open::size);
  }

  /** How often another member has become primary. */
  long failovers() {
    return locked(() -> majority.map(Majority::failovers).orElse(0L));
  }

  /** How many waits for a majority have ended without one. */
  long unanswered() {
    return locked(() -> majority.map(Majority::unanswered).orElse(0L));
  }

  /** Another member becomes primary, which shows nothing yet of the last confirmed writes. */
  void failOver(int writes) {
    locked(
        () -> {
          majority.ifPresent(known -> known.failOver(this, writes));
          ended();
          return true;
        });
  }

  /** From now on the replica set is as {@code next} says. */
  void become(Replication next) {
    locked(
        () -> {
          majority.ifPresent(known -> known.become(next));
          return true;
        });
  }

  private long changes() {
    return majority.map(Majority::changes).orElse(0L);
  }

  /** The last primary's transactions end, and the sessions forget the changes that were undone. */
  private void ended() {
    open.forEach(ServerTransaction::abort);
    sessions.rolledBackTo(changes());
  }

  /** Answers what {@code refusing} answers, and does nothing then. */
  void refuse(Function<Document, Optional<Document>> refusing) {
    this.refusing = refusing;
  }

  /** Sends away whoever waits. */
  void stopWaiting() {
    locked(() -> isClosing = true);
  }

  private <T> T locked(Supplier<T> work) {
    one.lock();
    try {
      return work.get();
    } finally {
      open.removeIf(transaction -> !transaction.isOpen());
      changed.signalAll();
      one.unlock();
    }
  }

  @Override
  public Document handleCommand(
      @Nullable Channel channel, String database, String command, Document query) {
    if (ReplicaSetMember.isGreeting(command)) {
      return ReplicaSetMember.greeted(
          super.handleCommand(channel, "admin", "ismaster", query), address.get());
    }
    Optional<Document> refusal = refusing.apply(query);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    try {
      return locked(() -> answer(channel, database, command, query));
    } catch (Refusal refused) {
      return refused.answer();
    }
  }

  private Document answer(
      @Nullable Channel channel, String database, String command, Document query) {
    endOldOnes();
    majority.ifPresent(known -> known.received(this, this::ended));
    Document answer = answered(channel, database, command, query);
    return majority.map(known -> known.dated(query, known.awaited(query, answer))).orElse(answer);
  }

  private Document answered(
      @Nullable Channel channel, String database, String command, Document query) {
    if (command.equals("endSessions") || command.equals("killSessions")) {
      sessions.end((List<?>) query.get(command));
      return new Document("ok", 1.0);
    }
    Optional<Session> session = sessions.of(query);
    if (session.isEmpty()) {
      return plain(channel, database, command, query);
    }
    await(() -> !session.get().isBusy(), query);
    session.get().setBusy(true);
    try {
      return inSession(session.get(), channel, database, command, query);
    } finally {
      session.get().setBusy(false);
    }
  }

  private Document inSession(
      Session session, @Nullable Channel channel, String database, String command, Document query) {
    if (!(query.get("txnNumber") instanceof Number given)) {
      return plain(channel, database, command, query);
    }
    long number = given.longValue();
    if (Boolean.FALSE.equals(query.get("autocommit"))) {
      return inTransaction(session, number, database, command, query);
    }
    // a write that the driver repeats, because it did not hear the answer, is made once
    Optional<Document> before = session.answerTo(number);
    if (before.isPresent()) {
      return before.get();
    }
    Document answer = plain(channel, database, command, query);
    session.answered(answer, changes());
    return answer;
  }

  private Document inTransaction(
      Session session, long number, String database, String command, Document query) {
    if (command.equals("commitTransaction")) {
      return commit(session, number);
    }
    if (Boolean.TRUE.equals(query.get("startTransaction"))) {
      open.add(
          session.begin(number, () -> new ServerTransaction(this, history, System.nanoTime())));
    } else if (query.containsKey("readConcern")) {
      throw new Refusal(Kind.INVALID_OPTIONS, "first command of a transaction has a readConcern");
    }
    ServerTransaction transaction = session.transaction(number);
    refuseEnded(transaction, number);
    if (command.equals("abortTransaction")) {
      transaction.abort();
      return new Document("ok", 1.0);
    }
    if (query.containsKey("writeConcern")) {
      throw new Refusal(Kind.INVALID_OPTIONS, "end of a transaction has a writeConcern");
    }
    return run(transaction, database, command, query);
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
  private Document run(
      ServerTransaction transaction, String database, String command, Document query) {
    boolean succeeds = false;
    try {
      Document answer = transaction.run(database, command, query);
      succeeds = !answer.containsKey("writeErrors");
      return answer;
    } catch (Refusal refused) {
      conflicts += refused.isConflict() ? 1 : 0;
      throw refused;
    } finally {
      if (!succeeds) {
        transaction.abort();
      }
    }
  }

  /** Whoever asks again for what is committed is told so again. */
  private Document commit(Session session, long number) {
    ServerTransaction transaction = session.transaction(number);
    if (!transaction.isCommitted()) {
      refuseEnded(transaction, number);
      transaction.commit(effect -> majority.ifPresent(known -> known.wrote(effect)));
      session.committed(changes());
    }
    return new Document("ok", 1.0);
  }

  Set<Laxity> laxities() {
    return laxities;
  }

  /** Returns whether open transactions other than one have written an entry. */
  boolean isWrittenByAnother(ServerTransaction one, Set<Entry> entries) {
    return !laxities.contains(Laxity.TWO_WRITERS)
        && open.stream().anyMatch(other -> other != one && other.hasWritten(entries));
  }

  /** A command outside of transactions. */
  private Document plain(
      @Nullable Channel channel, String database, String command, Document query) {
    Effect.Runner library = (of, name, body) -> super.handleCommand(channel, of, name, body);
    if (command.equals("findAndModify")) {
      return write(database, SingleWrite.findAndModify(query), query, library);
    }
    Optional<WriteCommand> writes = WriteCommand.of(command, query);
    if (writes.isPresent()) {
      WriteAnswer answer = new WriteAnswer();
      for (Write each : writes.get().writes()) {
        SingleWrite write = SingleWrite.of(command, writes.get(), each);
        if (!answer.add(each, write(database, write, query, library)) && writes.get().isOrdered()) {
          break;
        }
      }
      return answer.document();
    }
    if (!DROPS.contains(command) && !writesCollection(query)) {
      return majority
          .flatMap(known -> known.read(channel, database, command, query))
          .orElseGet(() -> library.run(database, command, query).cloneDeeply());
    }
    await(() -> open.stream().noneMatch(transaction -> transaction.uses(database)), query);
    Document answer = library.run(database, command, query);
    history.drop(database);
    majority.ifPresent(known -> known.dropped(database, command, query));
    return answer;
  }

  private static boolean writesCollection(Document query) {
    String pipeline = String.valueOf(query.get("pipeline"));
    return pipeline.contains("$out") || pipeline.contains("$merge");
  }

  /** A write waits for an open transaction that has written the same. */
  private Document write(
      String database, SingleWrite write, Document query, Effect.Runner library) {
    while (true) {
      Effect.Answered answered = Effect.make(this, database, write, library);
      Set<Entry> entries = answered.effect().entries();
      if (!isWritten(entries)) {
        if (!entries.isEmpty()) {
          history.add(answered.effect().before());
          majority.ifPresent(known -> known.wrote(answered.effect()));
        }
        return answered.answer();
      }
      answered.effect().undo();
      await(() -> !isWritten(entries), query);
    }
  }

  private boolean isWritten(Set<Entry> entries) {
    return !laxities.contains(Laxity.WRITES_BESIDES)
        && open.stream().anyMatch(transaction -> transaction.hasWritten(entries));
  }

  private void await(BooleanSupplier condition, Document query) {
    long began = System.nanoTime();
    long primaries = failovers();
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
      if (failovers() != primaries) {
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
