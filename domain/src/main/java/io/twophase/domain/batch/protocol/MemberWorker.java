package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker's run at one transfer that may be lone or a member of a batch: to see it through, or
 * to cancel it, for a caller or for recovery. An immutable value. As long as the transfer is lone
 * it does what {@link Worker} says; where a batch has it, the batch's record answers for it (rule
 * 16), or leaves it free (rule 20).
 */
public final class MemberWorker {

  private final Task task;
  private final Worker lone;
  private final Known known;
  private final MemberStep step;

  private MemberWorker(Task task, Worker lone, Known known, MemberStep step) {
    this.task = task;
    this.lone = lone;
    this.known = known;
    this.step = step;
  }

  private record Task(Goal goal) {}

  /**
   * What was learnt of the transfer.
   *
   * @param wasThere whether its id was seen to be taken
   * @param document of it as the member of a batch, if it is one
   */
  record Known(boolean wasThere, Option<MemberDocument> document) {

    static final Known NOTHING = new Known(false, Option.none());
  }

  /**
   * A worker at its first step.
   *
   * @param goal run, or cancel, which are those that a caller has; or resume, or abandon, which are
   *     those of recovery, of a transfer that is there
   * @param token fresh: no other worker, before or after, in any process, may have the same
   * @throws IllegalArgumentException if the goal is another
   */
  public static MemberWorker start(
      TransactionId id,
      Goal goal,
      ApplicationName application,
      Option<OwnerId> owner,
      Token token) {
    boolean isOfMembers =
        goal.fold(
            submit -> false,
            run -> true,
            resume -> true,
            abandon -> true,
            cancel -> true,
            onAuthorization -> false);
    if (!isOfMembers) {
      throw new IllegalArgumentException(id + ": " + goal + " is of no transfer of a batch");
    }
    Worker first = Worker.start(id, goal, application, owner, token, HoldOrder.TOGETHER);
    return new MemberWorker(new Task(goal), first, Known.NOTHING, new MemberStep.Lone(first.step()))
        .following(first);
  }

  /** The transfer. */
  public TransactionId id() {
    return lone.id();
  }

  /** What the worker was asked to do. */
  public Goal goal() {
    return task.goal();
  }

  /** The transfer as a lone transaction: who works at it, in whose name. */
  public Worker lone() {
    return lone;
  }

  /** What is to be done next. */
  public MemberStep step() {
    return step;
  }

  /** How the run ended, once it has. */
  public Option<MemberResult> result() {
    return step instanceof MemberStep.Stop stop ? Option.some(stop.result()) : Option.none();
  }

  /**
   * The worker after its step came to {@code event}.
   *
   * @throws IllegalStateException if the event is none that the step can come to: a fault of
   *     whoever drives the worker
   */
  public MemberWorker after(MemberEvent event) {
    return event.fold(new MemberReceived(this));
  }

  Known known() {
    return known;
  }

  /**
   * The transfer is lone now, by this worker's own write: as if it had been begun. One of recovery
   * begins nothing: it reads the record, and knows it by its token.
   */
  MemberWorker begunAlone() {
    Worker alone = fresh();
    return knowing(new Known(true, Option.none()))
        .following(
            alone.step() instanceof Step.Begin
                ? alone.after(new Event.Inserted(BeginOutcome.BEGUN))
                : alone);
  }

  /** A worker that was never overtaken: what it knew before was of nothing that was stored. */
  Worker fresh() {
    return Worker.start(
        id(), goal(), lone.application(), lone.owner(), lone.token(), HoldOrder.TOGETHER);
  }

  /** Does what the lone transaction's worker says, but for reads: those are of any document. */
  MemberWorker following(Worker worker) {
    MemberStep next =
        worker
            .result()
            .<MemberStep>map(result -> new MemberStep.Stop(new MemberResult.Lone(result)))
            .getOrElse(() -> new MemberStep.Lone(worker.step()));
    if (worker.step() instanceof Step.Reread || worker.step() instanceof Step.Await) {
      next = new MemberStep.ReadTransfer(worker.step() instanceof Step.Await);
    }
    return new MemberWorker(task, worker, known, next);
  }

  MemberWorker knowing(Known newKnown) {
    return new MemberWorker(task, lone, newKnown, step);
  }

  MemberWorker at(MemberStep next) {
    return new MemberWorker(task, lone, known, next);
  }

  MemberWorker stop(MemberResult result) {
    return at(new MemberStep.Stop(result));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemberWorker that
        && task.equals(that.task)
        && lone.equals(that.lone)
        && known.equals(that.known)
        && step.equals(that.step);
  }

  @Override
  public int hashCode() {
    return Objects.hash(task, lone, known, step);
  }

  @Override
  public String toString() {
    return id() + " " + goal() + " -> " + step;
  }
}
