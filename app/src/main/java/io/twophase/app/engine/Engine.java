package io.twophase.app.engine;

import io.twophase.app.owner.Ownership;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Runs workers to their end: groups their next steps by kind, sends each group as one call on a
 * port, feeds the answers back, and again. A single transfer is a batch of one; recovery and
 * cancelling are the same loop with another goal. Stateless between calls, and thread-safe.
 */
public final class Engine {

  private final PortCalls calls;
  private final Obstacles obstacles;
  private final IdSource ids;
  private final Pause pause;
  private final Ticker ticker;
  private final EngineSettings settings;
  private final Ownership ownership;
  private final EngineListener listener;
  private final MemberTransfers members;

  /**
   * An engine over the repositories of one store.
   *
   * @param ids gives tokens to the workers that finish what is in the way of others
   * @param ticker measures its patience
   * @param listener must not throw
   */
  public Engine(
      Repositories repositories,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      Ticker ticker,
      EngineSettings settings,
      EngineListener listener) {
    this(
        repositories,
        ownership,
        ids,
        pause,
        ticker,
        settings,
        listener,
        MemberTransfers.BY_DECISION);
  }

  /**
   * An engine over the repositories of one store that has batches.
   *
   * @param members what is done with transfers that batches decide
   */
  public Engine(
      Repositories repositories,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      Ticker ticker,
      EngineSettings settings,
      EngineListener listener,
      MemberTransfers members) {
    this.members = members;
    this.calls = new PortCalls(repositories, ownership, settings.stuckAfter(), listener);
    this.obstacles = new Obstacles(repositories, ownership, settings.stuckAfter());
    this.ids = ids;
    this.listener = listener;
    this.ownership = ownership;
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
  }

  /** What this engine does about time-outs and faults. */
  public EngineSettings settings() {
    return settings;
  }

  /**
   * A worker of this process, at its first step.
   *
   * @param token fresh
   * @throws StoreUnavailableException if the store cannot be reached; nothing was sent for it then
   */
  public Worker worker(TransactionId id, Goal goal, Token token, HoldOrder order) {
    Option<OwnerId> owner =
        goal.fold(
            submit -> Option.none(),
            run -> ownership.self(),
            resume -> ownership.self(),
            abandon -> ownership.self(),
            cancel -> ownership.self(),
            onAuthorization -> ownership.self());
    return Worker.start(id, goal, settings.application(), owner, token, order);
  }

  /**
   * Runs one worker of this process to its end. A refusal because of what a read did not show is
   * asked for again once a majority has confirmed the record: after a failover, a read may be older
   * than what was acknowledged before it.
   *
   * @throws StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Result resultOf(TransactionId id, Goal goal) {
    Result result = runAlone(id, goal);
    if (!result.isRefusedByRead()) {
      return result;
    }
    calls.confirm(id);
    return runAlone(id, goal);
  }

  private Result runAlone(TransactionId id, Goal goal) {
    Worker worker = worker(id, goal, ids.nextToken(), HoldOrder.TOGETHER);
    return run(List.of(worker), StepOrder.FREE).workers().get(0).result().get();
  }

  /**
   * The workers at their ends, in the order given.
   *
   * @param workers all stopped, but those that {@link WaitPolicy#LEAVE} left waiting
   * @param failure the fault of the store that ended some of them, if one did
   */
  public record Ended(List<Worker> workers, Option<StoreException> failure) {}

  /**
   * Runs workers, each of another transaction, until all have stopped. If the store fails, the step
   * machine ends a worker with an outcome that is certain, or with one that is not known.
   *
   * @throws StoreUnavailableException if nothing was sent to the store for any of them
   * @throws StoreException if the store failed before it answered anything at all
   * @throws IllegalArgumentException if two workers are of the same transaction
   */
  public Ended run(List<Worker> workers, StepOrder schedule) {
    return run(workers, schedule, Progress.IGNORED);
  }

  /**
   * Runs workers as above, and notifies {@code progress} of what is certain before the end.
   *
   * @throws StoreUnavailableException if nothing was sent to the store for any of them
   * @throws StoreException if the store failed before it answered anything at all
   * @throws IllegalArgumentException if two workers are of the same transaction
   */
  public Ended run(List<Worker> workers, StepOrder schedule, Progress progress) {
    return run(workers, schedule, progress, WaitPolicy.PAUSE);
  }

  /**
   * The same, with workers that may have waited in an earlier call, and with a choice of what to do
   * while others are waited for. Workers of a lockstep schedule are waited for here.
   *
   * @throws StoreUnavailableException if nothing was sent to the store for any of them
   * @throws StoreException if the store failed before it answered anything at all
   * @throws IllegalArgumentException if two workers are of the same transaction
   */
  public Ended run(List<Worker> workers, StepOrder schedule, Progress progress, WaitPolicy waits) {
    requireDistinct(workers);
    List<TransactionRun> runs = new ArrayList<>(workers.size());
    for (Worker worker : workers) {
      runs.add(new TransactionRun(worker));
      ownership.begun(worker);
    }
    boolean hasEnded = false;
    try {
      Ended ended = drive(runs, schedule, progress, waits);
      hasEnded = true;
      return ended;
    } finally {
      noteEnds(runs, hasEnded && waits == WaitPolicy.LEAVE);
    }
  }

  /**
   * Notes which runs were given up, so that whoever asks for them again need not wait for their
   * owner.
   */
  private void noteEnds(List<TransactionRun> runs, boolean leaves) {
    for (TransactionRun run : runs) {
      if (!isEnded(run, leaves) || run.isOpenEnded()) {
        ownership.gaveUp(run.worker(), run.mayHaveLeftItsOwn());
      } else if (run.isStopped()) {
        ownership.ended(run.worker());
      }
    }
  }

  private Ended drive(
      List<TransactionRun> runs, StepOrder schedule, Progress progress, WaitPolicy waits) {
    RetryBudget budget = new RetryBudget(pause, ticker, settings, listener);
    DecisionNotifier notifier = new DecisionNotifier(progress, runs);
    List<TransactionRun> active = active(runs, waits);
    while (!active.isEmpty()) {
      for (StepGroup group : StepGroup.next(active, schedule)) {
        perform(group, schedule, budget, waits);
        notifier.notifyDecided();
      }
      if (budget.hasWaited()) {
        budget.progress(runs);
      }
      if (schedule == StepOrder.LOCKSTEP) {
        stopBehindOpenEnd(runs);
      }
      active = active(active, waits);
      if (!active.isEmpty()) {
        notifier.notifyStopped(budget.failure());
      }
    }
    notifier.notifyDecided();
    List<Worker> ended = new ArrayList<>(runs.size());
    for (TransactionRun run : runs) {
      ended.add(run.worker());
    }
    return new Ended(ended, budget.failure());
  }

  /**
   * Makes one call for all of them; or one call for each, if an earlier call with one of them
   * failed, so that the cause of that failure affects no other. In lockstep, nothing is sent behind
   * one that had no certain answer: what comes after it waits until it has, or is given up with it.
   */
  private void perform(StepGroup group, StepOrder schedule, RetryBudget budget, WaitPolicy waits) {
    if (group.runs().size() == 1 || !group.hasApart()) {
      performTogether(group.rank(), group.runs(), budget, waits);
      return;
    }
    for (TransactionRun run : group.runs()) {
      boolean isAnswered = performTogether(group.rank(), List.of(run), budget, waits);
      if (schedule == StepOrder.LOCKSTEP && (!isAnswered || run.isOpenEnded())) {
        return;
      }
    }
  }

  /** Answers whether each of them had a certain answer. */
  private boolean performTogether(
      StepKind rank, List<TransactionRun> all, RetryBudget budget, WaitPolicy waits) {
    List<TransactionRun> group = WaitingRuns.patient(rank, all, budget, waits);
    if (group.isEmpty()) {
      return true;
    }
    List<Event> events;
    IdentityHashMap<TransactionRun, MemberTransfers.Answer> ofBatches;
    try {
      if (rank == StepKind.AWAIT_ROOM) {
        clearTheWay(group);
      }
      events = calls.perform(rank, group);
      ofBatches = ofBatches(group, events);
    } catch (StoreUnavailableException unavailable) {
      budget.fault(unavailable, group);
      return false;
    } catch (StoreException fault) {
      if (group.size() == 1) {
        budget.fault(fault, group);
      } else {
        group.forEach(TransactionRun::setApart);
      }
      return false;
    }
    List<TransactionRun> inDoubt = new ArrayList<>(0);
    int busy = 0;
    for (int at = 0; at < group.size(); at++) {
      TransactionRun run = group.get(at);
      MemberTransfers.Answer answer = ofBatches.get(run);
      if (answer != null) {
        run.accept(answer, member(events.get(at)).get());
      } else if (run.accept(events.get(at))) {
        inDoubt.add(run);
      }
      busy += run.hasBecomeBusy() ? 1 : 0;
    }
    if (busy > 0) {
      listener.busy(busy);
    }
    if (!inDoubt.isEmpty()) {
      budget.doubts(inDoubt);
    }
    return inDoubt.isEmpty();
  }

  /** What batches say of the transfers of theirs that were read. */
  private IdentityHashMap<TransactionRun, MemberTransfers.Answer> ofBatches(
      List<TransactionRun> group, List<Event> events) {
    IdentityHashMap<TransactionRun, MemberTransfers.Answer> answers = new IdentityHashMap<>(0);
    for (int at = 0; at < group.size(); at++) {
      TransactionRun run = group.get(at);
      for (TransactionLookup.Found found : member(events.get(at))) {
        answers.put(run, members.of(run.worker(), found));
      }
    }
    return answers;
  }

  private static Option<TransactionLookup.Found> member(Event event) {
    return event instanceof Event.Seen seen
            && seen.lookup() instanceof TransactionLookup.Found found
            && found.batch().isDefined()
        ? Option.some(found)
        : Option.none();
  }

  /**
   * Brings to their ends the transactions that nobody works on and that others wait for. One that
   * has to wait in its turn is left to recovery.
   */
  private void clearTheWay(List<TransactionRun> waiting) {
    List<Worker> helpers = new ArrayList<>(0);
    for (TransactionId stuck : obstacles.stuck(waiting)) {
      if (waiting.stream().noneMatch(run -> run.worker().id().equals(stuck))) {
        helpers.add(worker(stuck, new Goal.Resume(), ids.nextToken(), HoldOrder.TOGETHER));
      }
    }
    if (!helpers.isEmpty()) {
      for (Worker helper :
          run(helpers, StepOrder.FREE, Progress.IGNORED, WaitPolicy.LEAVE).workers()) {
        if (helper.result().isEmpty()) {
          ownership.gaveUp(helper, true);
        }
      }
    }
  }

  private static void stopBehindOpenEnd(List<TransactionRun> runs) {
    boolean openEnd = false;
    for (TransactionRun run : runs) {
      if (openEnd && !run.isPastDeciding()) {
        run.giveUp();
      }
      openEnd |= run.isOpenEnded();
    }
  }

  /**
   * The runs that have not stopped and are not left to others; the same list if that is all of
   * them.
   */
  private static List<TransactionRun> active(List<TransactionRun> runs, WaitPolicy waits) {
    boolean leaves = waits == WaitPolicy.LEAVE;
    int ended = 0;
    for (TransactionRun run : runs) {
      ended += isEnded(run, leaves) ? 1 : 0;
    }
    if (ended == 0) {
      return runs;
    }
    List<TransactionRun> active = new ArrayList<>(runs.size() - ended);
    for (TransactionRun run : runs) {
      if (!isEnded(run, leaves)) {
        active.add(run);
      }
    }
    return active;
  }

  private static boolean isEnded(TransactionRun run, boolean leaves) {
    return run.isStopped() || (leaves && run.mustWait());
  }

  private static void requireDistinct(List<Worker> workers) {
    if (workers.size() < 2) {
      return;
    }
    Set<TransactionId> ids = new HashSet<>(2 * workers.size());
    for (Worker worker : workers) {
      if (!ids.add(worker.id())) {
        throw new IllegalArgumentException("transaction " + worker.id() + " occurs twice");
      }
    }
  }
}
