package io.twophase.app.transfer.queue;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.Runs;
import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.BlockedTickets.Blocked;
import io.twophase.app.transfer.queue.TransferQueue.TransferListener;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs batches of tickets, whatever each asks for. A ticket whose work has come to its end has its
 * outcome then; the caller of the runner answers it. Thread-safe.
 *
 * @param ticker measures how long a transfer is blocked
 * @param listener is notified of what becomes of each transfer; must not throw
 */
public record BatchRunner(Engine engine, Runs runs, Ticker ticker, TransferListener listener) {

  /**
   * A transaction that a ticket asks for.
   *
   * @param most how much it asks for, if it takes as much as there is
   */
  private record Asked(TransactionId id, NewTransaction body, Optional<Money> most) {

    static Asked of(TransactionId id, NewTransaction body) {
      Optional<NewTransaction> atMost = Optional.of(body).filter(NewTransaction::isAtMost);
      return new Asked(id, body, atMost.map(one -> one.accountOperations().get(0).amount()));
    }

    /** The amount that the transaction moves, if it takes as much as there is. */
    private Optional<Money> moved(List<Long> amounts) {
      return most.map(all -> amounts.isEmpty() ? all : new Money(amounts.get(0), all.currency()));
    }
  }

  /**
   * Runs a batch. A ticket is not asked if the deadline of this thread has passed before anything
   * was sent.
   *
   * @param tickets no id may occur twice
   * @param order whether the outcome must be that of running them one after the other
   * @param waits how those are treated that wait for others' work; {@link WaitPolicy#PAUSE} if in
   *     order
   * @param allDecided runs once, when all are decided but those that wait for others' work
   * @return those that are blocked; each other ticket has its outcome
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  List<Blocked> run(List<Ticket> tickets, Order order, WaitPolicy waits, Runnable allDecided) {
    listener.batchBegun(tickets.size());
    Duration begun = ticker.elapsed();
    List<TransactionId> ids = new ArrayList<>(tickets.size());
    tickets.forEach(ticket -> ids.add(ticket.begin(listener, begun)));
    Notices notices = new Notices(allDecided);
    return notices.reported(
        ids,
        tickets,
        () -> {
          for (int at = 0; at < ids.size(); at++) {
            Ticket ticket = tickets.get(at);
            Either<TransactionRefusal, NewTransaction> checked = ticket.request().transaction();
            if (checked.isRight()) {
              notices.asked.add(Asked.of(ids.get(at), checked.get()));
              notices.tickets.add(ticket);
            } else {
              ticket.end(new TransactionOutcome.Refused(ids.get(at), checked.getLeft()));
              ticket.complete();
            }
          }
          return run(order, waits, notices);
        });
  }

  private List<Blocked> run(Order order, WaitPolicy waits, Notices notices) {
    List<Ticket> tickets = notices.tickets;
    List<Asked> asked = notices.asked;
    Runs.Ended ended;
    try {
      List<NewTransaction> bodies = new ArrayList<>(asked.size());
      asked.forEach(one -> bodies.add(one.body));
      ended = runs.run(bodies, order == Order.AS_GIVEN, waits, notices);
    } catch (DeadlinePassedException late) {
      tickets.forEach(
          ticket ->
              ticket.end(
                  new TransactionOutcome.NotAsked(ticket.id(), DeadlinePassedException.MESSAGE)));
      return List.of();
    }
    List<Either<Worker, Runs.End>> ends = ended.ends();
    BiFunction<Runs.End, Asked, TransactionOutcome> outcomes = outcomes(ended.failure());
    List<Blocked> blocked = new ArrayList<>(0);
    for (int at = 0; at < asked.size(); at++) {
      Either<Worker, Runs.End> end = ends.get(at);
      if (end.isRight()) {
        tickets.get(at).end(outcomes.apply(end.get(), asked.get(at)));
      } else {
        blocked.add(
            new Blocked(tickets.get(at), end.getLeft(), engine.settings(), ticker.elapsed()));
      }
    }
    return blocked;
  }

  /** Notifies of what becomes of the tickets of one call. */
  private final class Notices implements Progress<Runs.End> {

    private final List<Ticket> tickets = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final Runnable whenAllDecided;
    private final List<Worker> left = new ArrayList<>(0);
    private final BiFunction<Runs.End, Asked, TransactionOutcome> certain =
        outcomes(Optional.empty());

    Notices(Runnable whenAllDecided) {
      this.whenAllDecided = whenAllDecided;
    }

    @Override
    public void decided(int at, Runs.End end) {
      tickets.get(at).decided(certain.apply(end, asked.get(at)), listener, ticker.elapsed());
    }

    @Override
    public void stopped(int at, Runs.End end, Optional<StoreException> failure) {
      tickets.get(at).answer(outcomes(failure).apply(end, asked.get(at)));
    }

    @Override
    public void left(Worker waiting) {
      left.add(waiting);
    }

    @Override
    public void allDecided() {
      whenAllDecided.run();
    }

    /**
     * Notifies the listener of every outcome, or of the exception: then nobody goes on with what
     * the engine has left waiting.
     */
    List<Blocked> reported(
        List<TransactionId> ids, List<Ticket> all, Supplier<List<Blocked>> work) {
      try {
        List<Blocked> blocked = worked(ids, work);
        Duration now = ticker.elapsed();
        all.forEach(ticket -> ticket.tellEnd(listener, now));
        return blocked;
      } catch (RuntimeException | Error fault) {
        left.forEach(engine::giveUp);
        failed(ids, fault);
        throw fault;
      }
    }
  }

  /**
   * Goes on with transfers that were blocked, after their pauses. One that has waited for as long
   * as the engine's patience says is brought to its end: the outcome names the fault that it met
   * last, where it met one.
   *
   * @return those that are still blocked; each other ticket has its outcome
   */
  List<Blocked> retry(List<Blocked> blocked) {
    List<Ticket> tickets = blocked.stream().map(Blocked::ticket).toList();
    Notices notices = new Notices(() -> {});
    return notices.reported(
        ids(blocked),
        tickets,
        () -> {
          List<Worker> workers = blocked.stream().map(Blocked::worker).toList();
          List<Asked> asked = notices.asked;
          workers.stream().map(Runs::body).forEach(body -> asked.add(Asked.of(body.id(), body)));
          notices.tickets.addAll(tickets);
          Runs.Ended ended = runs.goOn(workers, WaitPolicy.LEAVE, notices);
          List<Blocked> still = new ArrayList<>();
          BiFunction<Runs.End, Asked, TransactionOutcome> outcomes = outcomes(ended.failure());
          for (int at = 0; at < blocked.size(); at++) {
            Blocked one = blocked.get(at);
            Either<Worker, Runs.End> end = ended.ends().get(at);
            if (end.isRight()) {
              one.ticket().end(outcomes.apply(end.get(), asked.get(at)));
            } else if (one.mayWaitAgain(end.getLeft(), engine.settings(), ticker.elapsed())) {
              still.add(one);
            } else {
              Runs.Ended last = end(List.of(end.getLeft()));
              one.ticket()
                  .end(
                      outcomes(last.failure().or(() -> ended.failure()))
                          .apply(last.ends().get(0).get(), asked.get(at)));
            }
          }
          return still;
        });
  }

  /** Ends workers that are not waited for any more. */
  private Runs.Ended end(List<Worker> workers) {
    return runs.goOn(workers, WaitPolicy.END, (at, decided) -> {});
  }

  /**
   * Ends transfers that were blocked and cannot be waited for: their callers get {@code fault}.
   * Nobody works on them afterwards, so that whoever asks for one again has its outcome. Does not
   * throw.
   */
  void abandon(List<Blocked> blocked, Throwable fault) {
    try {
      end(blocked.stream().map(Blocked::worker).toList());
    } catch (RuntimeException | Error again) {
      // the engine remembers that it gave them up
      if (again != fault) {
        fault.addSuppressed(again);
      }
    }
    failed(ids(blocked), fault);
  }

  private static List<TransactionId> ids(List<Blocked> blocked) {
    return blocked.stream().map(one -> one.ticket().id()).toList();
  }

  private void failed(List<TransactionId> transfers, Throwable fault) {
    listener.transfersFailed(transfers.size(), fault);
    transfers.forEach(id -> listener.transferFailed(id, fault));
  }

  private <T> T worked(List<TransactionId> transfers, Supplier<T> work) {
    listener.workBegun(transfers);
    try {
      return work.get();
    } finally {
      listener.workEnded();
    }
  }

  /** Stores a transfer as an initial transaction, for any process to claim. */
  public EnqueueOutcome enqueue(Request request) {
    Either<TransactionRefusal, NewTransaction> checked = request.transaction();
    if (checked.isLeft()) {
      return new EnqueueOutcome.Refused(checked.getLeft());
    }
    try {
      Worker worker = engine.run(Goal.submit(NewRecord.submitted(checked.get())));
      return enqueued(checked.get(), worker.result().orElseThrow());
    } catch (DeadlinePassedException late) {
      return new EnqueueOutcome.NotAsked(DeadlinePassedException.MESSAGE);
    }
  }

  /** Runs one transaction and returns its outcome. */
  public TransactionOutcome run(NewTransaction body) {
    Runs.Ended ended = runs.run(List.of(body), false, WaitPolicy.PAUSE, (at, decided) -> {});
    return outcomes(ended.failure()).apply(ended.ends().get(0).get(), Asked.of(body.id(), body));
  }

  /**
   * The outcomes of transactions that were run. Those of one end are alike, so an end is read once
   * for all of them.
   *
   * @param failure the fault of the store that was met, if one was
   */
  private static BiFunction<Runs.End, Asked, TransactionOutcome> outcomes(
      Optional<StoreException> failure) {
    IdentityHashMap<Runs.End, Function<Asked, TransactionOutcome>> alike = new IdentityHashMap<>(1);
    return (end, asked) -> alike.computeIfAbsent(end, one -> alike(one, failure)).apply(asked);
  }

  private static Function<Asked, TransactionOutcome> alike(
      Runs.End end, Optional<StoreException> failure) {
    Result result = end.result();
    boolean isFinished = result.isFinished();
    boolean foundDecided = end.foundDecided();
    Optional<Epoch> fencedAt = end.fencedAt();
    return switch (result.kind()) {
      case APPLIED -> {
        List<Long> amounts = result.moved();
        yield asked ->
            new TransactionOutcome.Applied(
                asked.id, isFinished, foundDecided, fencedAt, asked.moved(amounts));
      }
      case CANCELED -> {
        Refusal reason = result.reason().orElseThrow().said();
        yield asked ->
            new TransactionOutcome.Refused(asked.id, reason, isFinished, foundDecided, fencedAt);
      }
      case ID_REUSED ->
          asked ->
              new TransactionOutcome.Refused(
                  asked.id, Refusal.IdReused.by(result.seen(), asked.body));
      case UNREADABLE -> unknown(UnknownReasons.words(result), Optional.empty());
      case UNKNOWN, EXPIRED -> unknown(UnknownReasons.words(result), failure);
      case SUBMITTED, AUTHORIZED, REFUSED, ALREADY_DECIDED, LEFT_OUT, NOT_FOUND, BUSY ->
          asked -> {
            throw impossible("transaction " + asked.id, result);
          };
    };
  }

  private static Function<Asked, TransactionOutcome> unknown(
      String words, Optional<StoreException> failure) {
    String why = failure.map(fault -> words + ": " + fault.getMessage()).orElse(words);
    return asked -> new TransactionOutcome.Unknown(asked.id, why);
  }

  /** The outcome of a transaction that was to be stored. */
  private static EnqueueOutcome enqueued(NewTransaction asked, Result result) {
    return switch (result.kind()) {
      case SUBMITTED -> new EnqueueOutcome.Enqueued();
      case ID_REUSED -> new EnqueueOutcome.Refused(Refusal.IdReused.by(result.seen(), asked));
      case UNREADABLE -> new EnqueueOutcome.Unknown(UnknownReasons.words(result));
      case UNKNOWN, EXPIRED -> new EnqueueOutcome.Unknown("no certain answer whether it is stored");
      case APPLIED, CANCELED, AUTHORIZED, REFUSED, ALREADY_DECIDED, LEFT_OUT, NOT_FOUND, BUSY ->
          throw impossible("enqueuing " + asked.id(), result);
    };
  }

  private static IllegalStateException impossible(String what, Result result) {
    return new IllegalStateException(what + " cannot end as " + result);
  }
}
