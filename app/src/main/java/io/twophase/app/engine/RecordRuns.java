package io.twophase.app.engine;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs transactions: those that may share a record are decided by one, each other one alone. A
 * transaction that its record leaves out goes on in the next record, and alone if another record
 * has it, or if that record decides none of its transactions. If the store can, a record is tried
 * as one transaction of the store first. Thread-safe.
 */
public final class RecordRuns {

  private final RecordEngine engine;
  private final Records records;
  private final IdSource ids;
  private final CollectionName accounts;
  private final Shortcut shortcut;

  /**
   * Runs by way of an engine.
   *
   * @param records of the engine's store
   * @param ids names records of several
   * @param accounts the collection whose documents are the accounts
   * @param ticker measures how long the shortcut rests
   * @param listener is notified of what the shortcut tries; must not throw
   */
  public RecordRuns(
      RecordEngine engine,
      Records records,
      IdSource ids,
      CollectionName accounts,
      Ticker ticker,
      EngineListener listener) {
    this.engine = engine;
    this.records = records;
    this.ids = ids;
    this.accounts = accounts;
    this.shortcut = new Shortcut(records, ticker, listener);
  }

  /**
   * The outcome of one transaction.
   *
   * @param at its place among those asked, from 0 on
   * @param body what it asks for
   * @param foundDecided whether it was decided before this call had any part in it
   * @param fencedAt the epoch at which another worker overtook this call's, if one did
   */
  public record Answer(
      int at, NewTransaction body, Result result, boolean foundDecided, Option<Epoch> fencedAt) {

    static Answer of(int at, NewTransaction body, Result result) {
      return new Answer(at, body, result, false, Option.none());
    }

    static Answer of(int at, NewTransaction body, Result result, Worker worker) {
      return new Answer(at, body, result, worker.foundDecided(), worker.fencedAt());
    }
  }

  /**
   * The ends of all transactions of a call.
   *
   * @param ends in the order asked: the answer, or the worker of a transaction that waits for
   *     others
   * @param failure the last fault of the store that was met, if one was
   */
  public record Ended(List<Either<Worker, Answer>> ends, Option<StoreException> failure) {}

  /**
   * Runs transactions to their ends. If the store fails after something was sent, what has no
   * answer is answered as unknown.
   *
   * @param bodies no id twice
   * @param inOrder whether the outcome must be that of running them one after the other; behind one
   *     without a certain and finished outcome nothing is sent
   * @param waits how those are treated that wait for others; {@link WaitPolicy#PAUSE} if in order
   * @param progress is notified of each answer that is certain before the end
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Ended run(
      List<NewTransaction> bodies, boolean inOrder, WaitPolicy waits, Progress<Answer> progress) {
    Rounds rounds = new Rounds(engine, ids, shortcut, bodies, waits, progress);
    return inOrder ? rounds.inOrder(accounts, records) : rounds.inAnyOrder(accounts);
  }

  /**
   * Goes on with transactions that waited for others, each alone.
   *
   * @param waiting as an earlier call has left them
   * @param progress is notified of each answer that is certain before the end
   */
  public Ended goOn(List<Worker> waiting, WaitPolicy waits, Progress<Answer> progress) {
    List<NewTransaction> bodies = new ArrayList<>(waiting.size());
    waiting.forEach(worker -> bodies.add(worker.goal().begins().get().members().get(0)));
    return new Rounds(engine, ids, shortcut, bodies, waits, progress).goOn(waiting);
  }
}
