package io.twophase.app.usecase;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Ownership;
import io.twophase.app.engine.Schedule;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finishes what others left, the oldest first, by the compensation rules: at once what is
 * unfinished and whose owner is dead, and whatever has not changed for as long as the request says,
 * whether its owner is alive or is not named.
 *
 * <p>The rows of an import in file order are an exception while they are undecided: they are left
 * to the same import, which goes on with them in the file's order as soon as it is started again.
 * Only when they have not changed for as long as the request says are they taken over, one by one,
 * in the order of the rows.
 *
 * <p>A pass waits until it knows of each owner whether it is alive: a second or two where it is,
 * and five beats where it is dead. Any number of processes may recover one store at the same time,
 * while owners are at work: epochs decide whose work counts. Thread-safe.
 */
public final class Recovery {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Ownership ownership;
  private final IdSource ids;
  private final Pause pause;
  private final EngineSettings settings;
  private final int batchSize;
  private final TwoPhaseListener listener;
  private final EngineListener engineListener;

  /**
   * Recovery of one store.
   *
   * @param listener is told what {@code report} is told; must not throw
   * @param engineListener is told what the engine of recovery does; must not throw
   */
  public Recovery(
      AccountRepository accounts,
      TransactionRepository transactions,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      EngineSettings settings,
      int batchSize,
      TwoPhaseListener listener,
      EngineListener engineListener) {
    this.listener = listener;
    this.engineListener = engineListener;
    this.accounts = accounts;
    this.transactions = transactions;
    this.ownership = ownership;
    this.ids = ids;
    this.pause = pause;
    this.settings = settings;
    this.batchSize = batchSize;
  }

  /**
   * One pass over what is stuck now: at most {@link TransactionRepository#MAX_LATEST} transactions,
   * besides any number of records that cannot be read.
   *
   * @param report told of each transaction, as its batch ends
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void pass(RecoveryRequest request, Consumer<Recovered> report) {
    pass(
        Objects.requireNonNull(request, "request"),
        id -> true,
        Objects.requireNonNull(report, "report"));
  }

  void pass(RecoveryRequest request, Predicate<String> wanted, Consumer<Recovered> told) {
    Consumer<Recovered> report =
        recovered -> {
          listener.recovered(recovered);
          told.accept(recovered);
        };
    Engine engine =
        new Engine(
            accounts,
            transactions,
            ownership,
            pause,
            settings.stuckAfter(request.olderThan()),
            engineListener);
    Duration youngest = ownership.isTold() ? Duration.ZERO : request.olderThan();
    int left = TransactionRepository.MAX_LATEST;
    int skipped = 0;
    boolean isLast = false;
    while (!isLast && left > 0) {
      int limit = left;
      List<Sighting> page =
          transactions.unfinished(
              new UnfinishedQuery(youngest, request.application(), limit).skip(skipped));
      List<Transaction> records = records(page, request, wanted, report);
      int unfinished = recover(engine, request, page, records, report);
      left -= records.size();
      // these still come first: without the skip they would hide what comes behind them
      skipped += page.size() - records.size() + unfinished;
      isLast = page.size() < limit;
    }
    ownership.removeLongDead();
  }

  /** Those to recover; of what cannot be read it tells. */
  private List<Transaction> records(
      List<Sighting> page,
      RecoveryRequest request,
      Predicate<String> wanted,
      Consumer<Recovered> report) {
    List<Transaction> young = new ArrayList<>();
    List<Transaction> records = new ArrayList<>();
    for (Sighting sighting : page) {
      if (sighting instanceof Sighting.Unreadable unreadable && wanted.test(unreadable.id())) {
        report.accept(new Recovered.Unreadable(unreadable.id(), unreadable.fault()));
      } else if (sighting instanceof Sighting.Found found
          && wanted.test(found.record().id().value())) {
        boolean isOld = found.unmodifiedFor().compareTo(request.olderThan()) >= 0;
        if (isOld) {
          records.add(found.record());
        } else if (!InRowOrder.isFor(found.record())) {
          young.add(found.record());
        }
      }
    }
    Set<Transaction> abandoned = ownership.abandonedForCertain(young);
    young.stream().filter(abandoned::contains).forEach(records::add);
    return records;
  }

  /** Answers how many are still unfinished. */
  private int recover(
      Engine engine,
      RecoveryRequest request,
      List<Sighting> page,
      List<Transaction> records,
      Consumer<Recovered> report) {
    List<Transaction> inAnyOrder =
        records.stream().filter(record -> !InRowOrder.isFor(record)).toList();
    List<Transaction> unfinished = new ArrayList<>();
    for (int from = 0; from < inAnyOrder.size(); from += batchSize) {
      int to = Math.min(inAnyOrder.size(), from + batchSize);
      unfinished.addAll(recoverBatch(engine, request, inAnyOrder.subList(from, to), report));
    }
    List<Transaction> open = new ArrayList<>(unfinished);
    open.addAll(leftOut(page, records));
    InRowOrder inRowOrder =
        new InRowOrder(
            row -> recoverBatch(engine, request, List.of(row), report).isEmpty(), report);
    return unfinished.size() + inRowOrder.recover(records, open);
  }

  /** What the page shows and this pass does not touch: later rows of its files come after it. */
  private static List<Transaction> leftOut(List<Sighting> page, List<Transaction> records) {
    Set<TransactionId> touched = new HashSet<>();
    records.forEach(record -> touched.add(record.id()));
    List<Transaction> leftOut = new ArrayList<>();
    for (Sighting sighting : page) {
      if (sighting instanceof Sighting.Found found && !touched.contains(found.record().id())) {
        leftOut.add(found.record());
      }
    }
    return leftOut;
  }

  /** Answers those that are still unfinished. */
  private List<Transaction> recoverBatch(
      Engine engine,
      RecoveryRequest request,
      List<Transaction> records,
      Consumer<Recovered> report) {
    Goal goal =
        request.policy() == RecoveryRequest.Policy.RESUME ? new Goal.Resume() : new Goal.Abandon();
    List<Worker> workers = new ArrayList<>(records.size());
    for (Transaction record : records) {
      workers.add(engine.worker(record.id(), goal, ids.nextToken(), HoldOrder.TOGETHER));
    }
    Engine.Ended ended = engine.run(workers, Schedule.FREE);
    List<Transaction> unfinished = new ArrayList<>(0);
    for (int at = 0; at < records.size(); at++) {
      Recovered recovered =
          recovered(records.get(at), ended.workers().get(at).result().get(), ended.failure());
      if (!recovered.isFinished()) {
        unfinished.add(records.get(at));
      }
      report.accept(recovered);
    }
    return unfinished;
  }

  private static Recovered recovered(
      Transaction record, Result result, Option<StoreException> failure) {
    String id = record.id().value();
    State found = record.state();
    String fault = failure.map(Throwable::getMessage).getOrElse("no certain answer in time");
    if (result instanceof Result.Applied applied) {
      return applied.finished()
          ? new Recovered.Done(id, found)
          : new Recovered.Unfinished(id, found, "applied, not settled: " + fault);
    } else if (result instanceof Result.Canceled canceled) {
      return canceled.finished()
          ? new Recovered.Canceled(id, found, canceled.reason())
          : new Recovered.Unfinished(id, found, "canceled, not released: " + fault);
    } else if (result instanceof Result.Busy) {
      return new Recovered.LeftToAnother(id, found);
    } else if (result instanceof Result.Unreadable unreadable) {
      return new Recovered.Unreadable(id, unreadable.fault());
    } else if (result instanceof Result.Unknown unknown) {
      return new Recovered.Unfinished(id, found, Doubts.words(unknown) + ": " + fault);
    } else if (result instanceof Result.NotFound) {
      return new Recovered.Unfinished(id, found, "its record is gone");
    }
    throw new IllegalStateException("recovery of " + id + " cannot end as " + result);
  }
}
