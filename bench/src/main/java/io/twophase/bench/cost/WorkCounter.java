package io.twophase.bench.cost;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.vavr.control.Option;
import java.util.EnumMap;
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

/**
 * Counts what a server has to do for a client, by the client's commands, the answers, and the
 * documents before and after each write, which are read beside. One write is on its way at a time,
 * so what is read is what the write has found and left, as long as nobody else writes. Thread-safe.
 *
 * <p>A document that one command writes more than once counts each time with the size that it has
 * in the end. Within a transaction of the server, arrays are as they were before it, and bytes and
 * keys are counted with the commit: those of one that is aborted are not.
 */
public final class WorkCounter implements CommandListener {

  /** A commit's answer does not say how many documents it has written. */
  private static final long UNTOLD = -1;

  private final Map<Charge, LongAdder> counts = new EnumMap<>(Charge.class);
  private final ReentrantLock oneWrite = new ReentrantLock();
  private final Map<Integer, Pending> pending = new ConcurrentHashMap<>();
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
    if (command.isSeen()) {
      oneWrite.lock();
    }
    pending.put(event.getRequestId(), new Pending(command, List.of(), Set.of(), Map.of()));
    List<Bill.Looked> statements =
        command.statements().stream()
            .map(statement -> new Bill.Looked(statement, documents.named(statement)))
            .toList();
    Set<Documents.Name> names = new LinkedHashSet<>();
    statements.forEach(each -> names.addAll(each.names()));
    if (command.isCommit()) {
      names.addAll(inTransactions.getOrDefault(command.transaction(), Set.of()));
    }
    pending.put(
        event.getRequestId(), new Pending(command, statements, names, documents.read(names)));
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    Option.of(pending.remove(event.getRequestId()))
        .forEach(
            each -> {
              guarded(() -> answered(each, event.getResponse()));
              end(each);
            });
  }

  private void answered(Pending each, BsonDocument answer) {
    SentCommand command = each.command();
    long written = Answer.written(command.name(), answer);
    List<SentCommand.Inserted> inserted = Answer.inserted(command, answer);
    Bill bill = new Bill(indexKeys);
    bill.add(Charge.ROUND_TRIP, 1);
    bill.add(Charge.MAJORITY_WAIT, command.waitsForMajority() ? 1 : 0);
    bill.add(Charge.DOCUMENT_WRITE, written);
    bill.look(command.isWrite(), each.statements(), each.before());
    bill.insert(inserted, command.isSeen());
    if (command.isSeen()) {
      Map<Documents.Name, RawBsonDocument> after = documents.read(each.names());
      Set<Documents.Name> changed = new LinkedHashSet<>(each.names());
      changed.removeIf(name -> Objects.equals(each.before().get(name), after.get(name)));
      bill.change(
          each.statements(), command.isCommit() ? UNTOLD : written, each.before(), after, changed);
    } else if (command.isInTransaction() && command.isWrite()) {
      Set<Documents.Name> names =
          inTransactions.computeIfAbsent(
              command.transaction(), none -> ConcurrentHashMap.newKeySet());
      names.addAll(each.names());
      inserted.forEach(one -> names.add(Documents.Name.of(one.collection(), one.document())));
      if (written > 0) {
        each.statements().forEach(looked -> bill.changeArrays(looked.statement()));
      }
    }
    if (command.isCommit() || command.isAbort()) {
      inTransactions.remove(command.transaction());
    }
    add(bill.work());
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
              end(each);
            });
  }

  private void end(Pending each) {
    if (each.command().isSeen()) {
      oneWrite.unlock();
    }
  }
}
