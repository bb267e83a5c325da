package io.twophase.app.engine;

import io.twophase.app.engine.Ownership.Presence;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An engine drives workers to their ends: it groups their next steps by kind, sends each group as
 * one call on a port, feeds the answers back, and repeats this. One transaction is a batch of one;
 * recovery and a cancel are the same loop with another goal. Stateless between calls, and
 * thread-safe.
 */
public final class Engine {

  final Store store;
  final IdSource ids;
  final Pause pause;
  final Ticker ticker;
  final EngineSettings settings;
  final EngineListener listener;
  private final Ownership ownership;
  private final Presence presence;
  private final ApplicationName application;
  private final Obstacles obstacles;
  private final StepCalls calls;

  /**
   * An engine over one store.
   *
   * @param ids gives tokens to the workers that finish what is in the way of others
   * @param ticker measures its patience
   * @param listener must not throw
   */
  public Engine(
      Store store,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      Ticker ticker,
      EngineSettings settings,
      EngineListener listener) {
    this.store = store;
    this.ownership = ownership;
    this.presence = ownership.presence();
    this.application = settings.application();
    this.ids = ids;
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
    this.listener = listener;
    this.obstacles =
        new Obstacles(store.records(), DeadHolds.of(store), ownership, settings.stuckAfter());
    this.calls = new StepCalls(store.holds(), store.records(), obstacles, listener);
  }

  /** This engine, with another measure of stuck. */
  public Engine withStuckAfter(Duration duration) {
    return new Engine(
        store, ownership, ids, pause, ticker, settings.withStuckAfter(duration), listener);
  }

  /** Returns how this engine answers time-outs and faults. */
  public EngineSettings settings() {
    return settings;
  }

  /**
   * The owner that a worker of this process names, with a fresh token.
   *
   * @throws StoreUnavailableException if the store cannot be reached; nothing was sent for it then
   */
  public Owner owner() {
    return new Owner(application, presence.owner(), ids.nextToken());
  }

  /** Gives up a worker that was left waiting: others take its record over at once. */
  public void giveUp(Worker left) {
    ownership.gaveUp(left.owner(), true);
  }

  /**
   * The workers at their ends, in the order given.
   *
   * @param workers all stopped, but those that {@link WaitPolicy#LEAVE} left waiting
   * @param failure the fault of the store that ended some of them, if one did
   */
  public record Ended(List<Worker> workers, Optional<StoreException> failure) {}

  /**
   * Drives one worker of this process to its end.
   *
   * @throws StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Worker run(Goal goal) {
    return run(Worker.start(goal, owner()));
  }

  private Worker run(Worker worker) {
    return run(List.of(worker), (at, decided) -> {}, WaitPolicy.PAUSE).workers().get(0);
  }

  /**
   * Drives one worker of this process, at a transaction, to its end. A refusal because of what a
   * read did not show is asked for again once a majority has confirmed the record: after a
   * failover, a read may be older than what was acknowledged before it. An id that only a batch may
   * have is no transaction's.
   *
   * @throws StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Result resultOf(TransactionId id, Function<TransactionId, Goal> goal) {
    if (id.isReserved()) {
      return Result.of(Result.Kind.NOT_FOUND);
    }
    Result result = run(goal.apply(id)).result().orElseThrow();
    if (!result.isRefusedByRead()) {
      return result;
    }
    store.records().findLatest(id);
    return run(goal.apply(id)).result().orElseThrow();
  }

  /**
   * Drives one worker of this process, which begins a transaction alone, to its end.
   *
   * @throws StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Result resultOf(NewTransaction alone) {
    Owner owner = owner();
    return run(Worker.start(Goal.run(NewRecord.alone(alone, owner)), owner)).result().orElseThrow();
  }

  /**
   * Drives workers, each at another record, until all have stopped. If the store fails, the step
   * machine ends a worker with an outcome that is certain, or with one that is not known.
   *
   * @param workers no two at the same record
   * @param progress is notified of the workers as they are decided, and as they stop
   * @param waits how workers that wait for others are treated; some may have waited in an earlier
   *     call
   * @throws StoreUnavailableException if nothing was sent to the store for any of them
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Ended run(List<Worker> workers, Progress<Worker> progress, WaitPolicy waits) {
    Call call = new Call(workers, progress, waits);
    try {
      return call.drive();
    } finally {
      call.noteEnds();
    }
  }

  /** One call of the engine: its workers, and whom it notifies of them, each time once. */
  private final class Call {

    private final List<WorkerRun> runs;
    private final Progress<Worker> progress;
    private final WaitPolicy waits;
    private boolean areAllDecided;
    private boolean hasEnded;

    /** There from the first fault, doubt or pause on. */
    private @Nullable RetryBudget retries;

    Call(List<Worker> workers, Progress<Worker> progress, WaitPolicy waits) {
      this.runs = new ArrayList<>(workers.size());
      this.progress = progress;
      this.waits = waits;
      for (Worker worker : workers) {
        runs.add(new WorkerRun(worker));
        Owner owner = worker.owner();
        owner.process().ifPresent(process -> presence.begun(process, owner.token()));
      }
    }

    Ended drive() {
      List<WorkerRun> active = new ArrayList<>(runs);
      while (goesOn(active)) {
        if (active.size() < runs.size()) {
          tellStopped();
        }
        if (active.size() == 1) {
          perform(active.get(0).kind(), active);
        } else {
          StepCalls.Kind.groups(active).forEach(this::perform);
        }
        if (retries != null) {
          retries.progress();
        }
      }
      tellDecided();
      hasEnded = true;
      List<Worker> ended = new ArrayList<>(runs.size());
      runs.forEach(run -> ended.add(run.worker()));
      return new Ended(ended, failure());
    }

    /** Keeps the runs that have not stopped and are not left to others; whether there are some. */
    private boolean goesOn(List<WorkerRun> active) {
      active.removeIf(run -> run.isEnded(waits == WaitPolicy.LEAVE));
      return !active.isEmpty();
    }

    /** Notes which runs were given up: who asks for them again need not wait for their owner. */
    void noteEnds() {
      boolean leaves = hasEnded && waits == WaitPolicy.LEAVE;
      for (WorkerRun run : runs) {
        Owner owner = run.worker().owner();
        if (!run.isEnded(leaves) || run.isOpenEnded() || run.leavesToOthers()) {
          ownership.gaveUp(owner, run.mayHaveLeftItsOwn());
        } else if (run.isStopped()) {
          presence.ended(owner.token());
        } else {
          progress.left(run.worker());
        }
      }
    }

    private RetryBudget retries() {
      RetryBudget there = retries;
      if (there == null) {
        there = new RetryBudget(runs, Engine.this);
        retries = there;
      }
      return there;
    }

    private Optional<StoreException> failure() {
      return retries == null ? Optional.empty() : retries.failure();
    }

    /** Notifies of the runs whose outcome has become certain. */
    private void tellDecided() {
      boolean isHeld = areAllDecided;
      for (int at = 0; at < runs.size(); at++) {
        WorkerRun run = runs.get(at);
        if (run.isNewlyDecided()) {
          progress.decided(at, run.worker());
        }
        isHeld = isHeld || run.isDeciding();
      }
      if (!isHeld) {
        areAllDecided = true;
        progress.allDecided();
      }
    }

    /** Notifies of the runs that have stopped, while others go on. */
    private void tellStopped() {
      for (int at = 0; at < runs.size(); at++) {
        if (runs.get(at).hasNewlyStopped()) {
          progress.stopped(at, runs.get(at).worker(), failure());
        }
      }
    }

    /**
     * Makes one call for all of them; or one call for each, if an earlier call with one of them
     * failed, so that the cause of that failure affects no other.
     */
    private void perform(StepCalls.Kind kind, List<WorkerRun> group) {
      if (group.size() == 1 || group.stream().noneMatch(WorkerRun::isApart)) {
        performTogether(kind, group);
      } else {
        group.forEach(run -> performTogether(kind, List.of(run)));
      }
      tellDecided();
    }

    private void performTogether(StepCalls.Kind kind, List<WorkerRun> all) {
      boolean pauses = kind.waits();
      List<WorkerRun> group = pauses ? patient(kind, all) : all;
      if (group.isEmpty()) {
        return;
      }
      List<Event> events;
      try {
        if (pauses) {
          clearTheWay(group);
        }
        events = calls.perform(kind, group);
      } catch (StoreUnavailableException unavailable) {
        retries().fault(unavailable, group);
        return;
      } catch (StoreException fault) {
        if (group.size() == 1 && !group.get(0).mayAskTargetsApart()) {
          retries().fault(fault, group);
        } else {
          group.forEach(WorkerRun::setApart);
        }
        return;
      }
      List<WorkerRun> inDoubt = new ArrayList<>(0);
      int busy = 0;
      for (int at = 0; at < group.size(); at++) {
        WorkerRun run = group.get(at);
        if (run.accept(events.get(at))) {
          inDoubt.add(run);
        }
        busy += run.hasBecomeBusy() ? 1 : 0;
      }
      if (busy > 0) {
        listener.busy(busy);
      }
      if (!inDoubt.isEmpty()) {
        retries().doubts(inDoubt);
      }
    }

    /**
     * The runs that are sent now. A run that waits for room has a patience of its own; the runs
     * that wait for other workers share one. A run whose patience has ended is notified.
     */
    private List<WorkerRun> patient(StepCalls.Kind kind, List<WorkerRun> group) {
      boolean forRoom = kind == StepCalls.Kind.AWAIT_ROOM;
      List<WorkerRun> goingOn =
          switch (waits) {
            case LEAVE -> group;
            case PAUSE ->
                forRoom ? retries().awaitRoom(group) : retries().await() ? group : List.of();
            case END -> List.of();
          };
      Set<WorkerRun> patient = new HashSet<>(goingOn);
      Consumer<WorkerRun> end = forRoom ? WorkerRun::losePatience : WorkerRun::giveUp;
      group.stream().filter(run -> !patient.contains(run)).forEach(end);
      return goingOn;
    }

    /**
     * Brings to their ends the records that have no live worker and that these runs wait for, and
     * those that such a record waits for itself: it ends with the next try. A record that waits for
     * a live worker is left to recovery.
     */
    private void clearTheWay(List<WorkerRun> waiting) {
      Set<RecordId> met = new HashSet<>();
      waiting.forEach(run -> met.add(run.worker().id()));
      List<WorkerRun> blocked = stillBlocked(waiting, met);
      try {
        while (!blocked.isEmpty()) {
          blocked = stillBlocked(blocked, met);
        }
      } catch (StoreException elsewhere) {
        // these runs may touch nothing of what it is about: they wait as before
      }
    }

    /** Drives the stuck records that those wait for, gives up and returns those that wait too. */
    private List<WorkerRun> stillBlocked(List<WorkerRun> waiting, Set<RecordId> met) {
      List<Worker> helpers = new ArrayList<>(0);
      for (RecordId stuck : obstacles.stuck(waiting)) {
        if (met.add(stuck)) {
          helpers.add(Worker.start(Goal.resume(stuck), owner()));
        }
      }
      List<WorkerRun> blocked = new ArrayList<>(0);
      for (Worker helper : run(helpers, (at, decided) -> {}, WaitPolicy.LEAVE).workers()) {
        if (!helper.hasStopped()) {
          giveUp(helper);
          blocked.add(new WorkerRun(helper));
        }
      }
      return blocked;
    }
  }

  /**
   * Is notified, on the thread that runs an engine, of what only an engine sees. Must not throw.
   */
  public interface EngineListener {

    /** A transaction was taken over from another, which owned the epoch before. */
    default void tookOver(TransactionId id, Epoch epoch) {}

    /**
     * So many transactions found a document held by another, or an account with as many holds as it
     * takes, and begin to wait for it. However often they try then, it is said once.
     */
    default void busy(int transactions) {}

    /** So many transactions had no answer to a step, and go on after a pause. */
    default void retried(int transactions) {}

    /**
     * A step of so many transactions is sent to the store; a batch that is one transaction counts
     * as one. Each is followed by {@link #stepEnded} on the same thread, before that begins
     * another.
     */
    default void stepBegun(ProtocolStep step, int transactions) {}

    /**
     * The store has answered the step that was begun last on this thread, or has failed.
     *
     * @param failure what the store threw, if it did
     */
    default void stepEnded(ProtocolStep step, Optional<StoreException> failure) {}
  }
}
