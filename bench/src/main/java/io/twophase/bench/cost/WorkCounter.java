package io.twophase.bench.cost;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.vavr.control.Option;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a server has to do for a client, by the client's commands, the answers, and the
 * documents before and after each write, which are read beside, as long as nobody else writes.
 * Thread-safe. No command waits for another here: a server may keep one waiting until the other is
 * sent. Each change of a document counts once, with the write whose answer comes first; of two
 * writes on one document that are on their way together, only what both come to is read.
 *
 * <p>A document that one command writes more than once counts each time with the size that it has
 * in the end. Within a transaction of the server, arrays are as they were before it, and bytes and
 * keys are counted with the commit: those of one that is aborted are not.
 */
public final class WorkCounter implements CommandListener {

  /** A commit's answer does not say how many documents it has written. */
  private static final long UNTOLD = -1;

  private final Map<Charge, LongAdder> counts = new EnumMap<>(Charge.class);
  private final ReentrantLock reading = new ReentrantLock();
  private final Map<Integer, Pending> pending = new ConcurrentHashMap<>();
  private final Map<Documents.Name, Written> written = new HashMap<>();
  private final Map<BsonDocument, Set<Documents.Name>> inTransactions = new ConcurrentHashMap<>();
  private final Documents documents;
  private final IndexKeys indexKeys;
  private final Predicate<BsonDocument> ignored;
  private volatile Option<RuntimeException> failure = Option.none();

  /**
   * Counts all but some commands.
   *
   * @param beside reads documents and indexes; it must be another client than the one listened to
   * @param ignored which commands do not count
   */
  public WorkCounter(MongoClient beside, Predicate<BsonDocument> ignored) {
    this.documents = new Documents(beside);
    this.indexKeys = new IndexKeys(beside);
    this.ignored = ignored;
    for (Charge charge : Charge.values()) {
      counts.put(charge, new LongAdder());
    }
  }

  /**
   * A command whose answer is not there yet.
   *
   * @param names the documents that it may write
   * @param before those of them that are there
   */
  private record Pending(
      SentCommand command,
      List<Bill.Looked> statements,
      Set<Documents.Name> names,
      Map<Documents.Name, RawBsonDocument> before) {}

  /** A document that commands on their way may write. */
  private static final class Written {

    private @Nullable RawBsonDocument counted;
    private int commands;

    Written(@Nullable RawBsonDocument counted) {
      this.counted = counted;
    }
  }

  /**
   * What was counted so far.
   *
   * @throws RuntimeException if something could not be read: nothing of it is to be trusted then
   */
  public Work work() {
    failure.forEach(
        failed -> {
          throw failed;
        });
    EnumMap<Charge, Long> sums = new EnumMap<>(Charge.class);
    counts.forEach((charge, count) -> sums.put(charge, count.sum()));
    return new Work(sums);
  }

  /** The driver swallows what a listener throws. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException failed) {
      failure = failure.orElse(Option.some(failed));
    }
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    guarded(() -> started(event));
  }

  private void started(CommandStartedEvent event) {
    if (ignored.test(event.getCommand())) {
      return;
    }
    SentCommand command =
        SentCommand.of(event.getCommandName(), event.getDatabaseName(), event.getCommand());
    reading.lock();
    try {
      pending.put(event.getRequestId(), looked(command));
    } finally {
      reading.unlock();
    }
  }

  private Pending looked(SentCommand command) {
    List<Bill.Looked> statements =
        command.statements().stream()
            .map(statement -> new Bill.Looked(statement, documents.named(statement)))
            .toList();
    Set<Documents.Name> names = new LinkedHashSet<>();
    statements.forEach(each -> names.addAll(each.names()));
    if (command.isCommit()) {
      names.addAll(inTransactions.getOrDefault(command.transaction(), Set.of()));
    }
    Map<Documents.Name, RawBsonDocument> before = documents.read(names);
    if (command.isSeen()) {
      names.forEach(
          name ->
              written.computeIfAbsent(name, first -> new Written(before.get(first))).commands++);
    }
    return new Pending(command, statements, names, before);
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    Option.of(pending.remove(event.getRequestId()))
        .forEach(
            each -> {
              reading.lock();
              try {
                guarded(() -> answered(each, event.getResponse()));
              } finally {
                end(each);
                reading.unlock();
              }
            });
  }

  private void answered(Pending each, BsonDocument answer) {
    SentCommand command = each.command();
    long writes = Answer.written(command.name(), answer);
    List<SentCommand.Inserted> inserted = Answer.inserted(command, answer);
    Bill bill = new Bill(indexKeys);
    bill.add(Charge.ROUND_TRIP, 1);
    bill.add(Charge.MAJORITY_WAIT, command.waitsForMajority() ? 1 : 0);
    bill.add(Charge.DOCUMENT_WRITE, writes);
    bill.look(command.isWrite(), each.statements(), each.before());
    bill.insert(inserted, command.isSeen());
    if (command.isSeen()) {
      change(bill, each, command.isCommit() ? UNTOLD : writes);
    } else if (command.isInTransaction() && command.isWrite()) {
      Set<Documents.Name> names =
          inTransactions.computeIfAbsent(
              command.transaction(), none -> ConcurrentHashMap.newKeySet());
      names.addAll(each.names());
      inserted.forEach(one -> names.add(Documents.Name.of(one.collection(), one.document())));
      if (writes > 0) {
        each.statements().forEach(looked -> bill.changeArrays(looked.statement()));
      }
    }
    if (command.isCommit() || command.isAbort()) {
      inTransactions.remove(command.transaction());
    }
    add(bill.work());
  }

  /** What a write that has changed nothing finds changed is another's. */
  private void change(Bill bill, Pending each, long writes) {
    if (writes == 0) {
      return;
    }
    Map<Documents.Name, RawBsonDocument> after = documents.read(each.names());
    Map<Documents.Name, RawBsonDocument> before = new HashMap<>();
    Set<Documents.Name> changed = new LinkedHashSet<>();
    for (Documents.Name name : each.names()) {
      Written document = Objects.requireNonNull(written.get(name));
      RawBsonDocument now = after.get(name);
      if (!Objects.equals(document.counted, now)) {
        changed.add(name);
        if (document.counted != null) {
          before.put(name, document.counted);
        }
        document.counted = now;
      }
    }
    bill.change(each.statements(), writes, before, after, changed);
  }

  private void add(Work work) {
    counts.forEach((charge, count) -> count.add(work.of(charge)));
  }

  @Override
  public void commandFailed(CommandFailedEvent event) {
    Option.of(pending.remove(event.getRequestId()))
        .forEach(
            each -> {
              add(Work.NONE.and(Charge.ROUND_TRIP, 1));
              reading.lock();
              try {
                end(each);
              } finally {
                reading.unlock();
              }
            });
  }

  private void end(Pending each) {
    if (each.command().isSeen()) {
      for (Documents.Name name : each.names()) {
        written.computeIfPresent(
            name, (known, document) -> --document.commands == 0 ? null : document);
      }
    }
  }
}
