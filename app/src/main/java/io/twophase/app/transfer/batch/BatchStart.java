package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.app.transfer.atomic.Attempt;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What is known of a batch before the engine runs the rest of it: what is no transaction, and what
 * the shortcut has decided, or left in doubt.
 *
 * @param <T> what carries a request
 */
final class BatchStart<T extends BatchEntry> {

  /** An entry with its outcome, or with what the engine has to run for it. */
  private record Row<T>(
      T entry, Either<NewTransaction, TransactionOutcome> start, boolean isInDoubt) {}

  private final List<Row<T>> rows;
  private final boolean wasAsked;

  private BatchStart(List<Row<T>> rows, boolean wasAsked) {
    this.rows = rows;
    this.wasAsked = wasAsked;
  }

  /** The start of a batch: tries the shortcut. */
  static <T extends BatchEntry> BatchStart<T> of(
      List<T> entries, AtomicShortcut shortcut, Order order) {
    List<Either<TransactionRefusal, NewTransaction>> checked = new ArrayList<>(entries.size());
    entries.forEach(entry -> checked.add(entry.request().transaction()));
    List<NewTransaction> bodies = new ArrayList<>(checked.size());
    checked.forEach(transaction -> transaction.forEach(bodies::add));
    List<Attempt> attempts = shortcut.run(bodies, order);
    Iterator<Attempt> next = attempts.iterator();
    List<Row<T>> rows = new ArrayList<>(entries.size());
    for (int at = 0; at < entries.size(); at++) {
      T entry = entries.get(at);
      rows.add(
          checked
              .get(at)
              .fold(
                  refusal -> new Row<>(entry, Either.right(invalid(entry, refusal)), false),
                  body -> tried(entry, body, next.next())));
    }
    return new BatchStart<>(
        rows, attempts.stream().anyMatch(each -> each.inDoubt() || each.decided().isDefined()));
  }

  private static <T> Row<T> tried(T entry, NewTransaction body, Attempt attempt) {
    return new Row<>(
        entry,
        attempt
            .decided()
            .<Either<NewTransaction, TransactionOutcome>>fold(
                () -> Either.left(body), Either::right),
        attempt.inDoubt());
  }

  private static TransactionOutcome invalid(BatchEntry entry, TransactionRefusal refusal) {
    return new TransactionOutcome.Refused(
        entry.request().id(), new Refusal.Invalid(refusal), true, false, Option.none());
  }

  /** What the engine has to run, in the order of the entries. */
  List<NewTransaction> left() {
    return rows.stream()
        .filter(row -> row.start().isLeft())
        .map(row -> row.start().getLeft())
        .toList();
  }

  /** Their entries. */
  List<T> leftEntries() {
    return rows.stream().filter(row -> row.start().isLeft()).map(Row::entry).toList();
  }

  /** Notifies the entries whose outcomes are known. */
  void notifyEnded() {
    rows.forEach(row -> row.start().forEach(row.entry()::ended));
  }

  /**
   * One for each entry, in their order: what is known, or what {@code answer} says.
   *
   * @param ended the workers of those that the engine had to run
   */
  List<Either<BlockedTransfer<T>, Answered<T>>> answers(
      List<Worker> ended, BiFunction<T, Worker, Either<BlockedTransfer<T>, Answered<T>>> answer) {
    Iterator<Worker> workers = ended.iterator();
    return rows.stream()
        .map(
            row ->
                row.start().isRight()
                    ? Either.<BlockedTransfer<T>, Answered<T>>right(
                        new Answered<>(row.entry(), row.start().get()))
                    : answer.apply(row.entry(), workers.next()))
        .toList();
  }

  /**
   * One for each entry, where the engine failed with {@code fault} before the store answered
   * anything: what the shortcut has decided is decided, and what it left in doubt is so still. What
   * is late was not asked.
   *
   * @throws StoreException {@code fault}, if the shortcut has neither, and nothing is late
   */
  List<Either<BlockedTransfer<T>, Answered<T>>> answers(StoreException fault) {
    if (!wasAsked && !(fault instanceof DeadlinePassedException)) {
      throw fault;
    }
    boolean mayBeSent = !(fault instanceof StoreUnavailableException);
    String why = String.valueOf(fault.getMessage());
    List<Either<BlockedTransfer<T>, Answered<T>>> answers = new ArrayList<>(rows.size());
    for (Row<T> row : rows) {
      TransactionId id = row.entry().request().id();
      TransactionOutcome outcome =
          row.start()
              .getOrElse(
                  () ->
                      mayBeSent || row.isInDoubt()
                          ? new TransactionOutcome.Unknown(id, why)
                          : new TransactionOutcome.NotAsked(id, why));
      answers.add(Either.right(new Answered<>(row.entry(), outcome)));
    }
    return answers;
  }
}
