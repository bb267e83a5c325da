package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result.Unanswered;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Either;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A worker runs one record, of one transaction or of several: it has a goal, knowledge, and a next
 * step. An immutable value; {@link #after} answers the worker as it is after the step's answer. A
 * worker never calls a store: its driver does, and feeds back the answers.
 *
 * <p>The rules of the protocol live in this package, and nowhere else:
 *
 * <ol>
 *   <li>A worker decides only with what every target has answered at the deciding epoch.
 *   <li>A worker owns an epoch only if its insert, claim, take-over or take was acknowledged, or
 *       the record shows its own token.
 *   <li>A decided record is settled at the epoch that it carries, with what the record and the
 *       members' documents say.
 *   <li>After a hold, stamp or decision without an answer, a worker never sends it again in the
 *       same epoch: it reads the record, and goes on at the next epoch. Ends and finishes are sent
 *       again as they are.
 *   <li>A worker withdraws only its own holds, of an epoch at which nothing is decided any more.
 *   <li>A record is finished only when all that its members may hold is ended.
 *   <li>A member takes part only if its document was seen to name the record, and a decision names
 *       the exclusions that it knows of.
 *   <li>A transaction alone waits for what others hold; a record of several leaves its members out.
 *   <li>A member that was left out is taken only when its record has ended.
 * </ol>
 */
public final class Worker {

  private final Task task;
  private final Knowledge knowledge;
  private final Step step;

  /** Follows from the knowledge, and is asked for at every step. */
  private final Optional<Result> result;

  private Worker(Task task, Knowledge knowledge, Step step, Optional<Result> result) {
    this.task = task;
    this.knowledge = knowledge;
    this.step = step;
    this.result = result;
  }

  /**
   * The parts of a run that never change.
   *
   * @param claims those of all members of what it begins, if the caller had them
   */
  private record Task(Goal goal, Owner owner, Optional<Claims> claims) {}

  /**
   * A worker at its first step.
   *
   * @param goal what to do
   * @param owner in whose name, with a token that no other worker, before or after, in any process,
   *     may have
   */
  public static Worker start(Goal goal, Owner owner) {
    return start(goal, owner, Optional.empty());
  }

  /**
   * A worker at its first step, likewise.
   *
   * @param claims those of all members of the record that it begins, so that it need not make them
   */
  public static Worker start(Goal goal, Owner owner, Optional<Claims> claims) {
    Step first = goal.begins().<Step>map(Step.Insert::new).orElseGet(() -> Reading.of(goal));
    return new Worker(new Task(goal, owner, claims), Knowledge.NOTHING, first, Optional.empty());
  }

  /** The record of several, or the transaction. */
  public RecordId id() {
    return task.goal().record();
  }

  /** The goal that the worker was given. */
  public Goal goal() {
    return task.goal();
  }

  /** The owner that the worker names, with the token that identifies this run's own writes. */
  public Owner owner() {
    return task.owner();
  }

  /** The step that is to be done next. */
  public Step step() {
    return step;
  }

  /** Returns whether nothing more is to be done. */
  public boolean hasStopped() {
    return step instanceof Step.Stop;
  }

  /** The record as this worker knows it: as it was read last, or as this worker has left it. */
  public Optional<TransactionRecord> record() {
    return knowledge.record();
  }

  /** The last epoch that was this worker's own, as long as it matters. */
  public Optional<Epoch> owned() {
    return knowledge.owned();
  }

  /** The epoch at which another worker overtook this one, if one did. */
  public Optional<Epoch> fencedAt() {
    return knowledge.progress().fencedAt();
  }

  /** Returns whether the record was found decided before this worker had any part in it. */
  public boolean foundDecided() {
    return knowledge.progress().foundDecided();
  }

  /**
   * The result of the whole record, as far as it is certain: before the worker has stopped too.
   * After the decision only holds are ended, and that cannot change the result.
   */
  public Optional<Result> result() {
    return result;
  }

  /** The result of every member, as far as it is certain, and if it is the same for all. */
  public Optional<Result> resultOfEach() {
    return !id().isOfMany() || knowledge.isSameForAll() ? result : Optional.empty();
  }

  /**
   * The result of a member, once that of the whole record is certain. A member whose document does
   * not name the record is left out: its document names its own record.
   */
  public Result resultOf(TransactionId member) {
    return resultOfEach().orElseGet(() -> of(member, knowledge.known()));
  }

  private Result of(TransactionId member, TransactionRecord decided) {
    Fate fate =
        knowledge.named().containsKey(member) ? decided.fate(member).orElse(Fate.LEFT) : Fate.LEFT;
    return Result.of(fate, decided.state().isFinal());
  }

  /**
   * The worker after its step came to {@code event}.
   *
   * @throws IllegalStateException if the event is none that the step can come to: a fault of
   *     whoever drives the worker
   */
  public Worker after(Event event) {
    if (event instanceof Event.GaveUp gaveUp && !hasStopped()) {
      return gaveUp(gaveUp);
    }
    if (event instanceof Event.Inserted inserted && step instanceof Step.Insert insert) {
      requireOneEach(event, insert.documents(), inserted.outcomes().size());
      return Holding.inserted(this, insert.record(), inserted.outcomes());
    }
    if (event instanceof Event.Placed placed && step instanceof Step.Place place) {
      requireOneEach(event, place.claims().size(), placed.answers().size());
      return Holding.placed(this, place, placed.answers());
    }
    if (event instanceof Event.Seen seen && step instanceof Step.Read read) {
      int asked = read.members().size() + (read.record() ? 1 : 0);
      requireOneEach(event, asked, seen.lookups().size());
      return Reading.seen(this, read, seen);
    }
    if (event instanceof Event.Matched matched) {
      return matched(matched);
    }
    throw noAnswer(event);
  }

  private Worker matched(Event.Matched event) {
    List<MatchOutcome> outcomes = event.outcomes();
    if (step.writes() == 0) {
      throw noAnswer(event);
    }
    requireOneEach(event, step.writes(), outcomes.size());
    if (step instanceof Step.Move move) {
      return Closing.moved(this, move.transition(), outcomes.get(0));
    }
    if (step instanceof Step.Take take) {
      return id().isOfMany()
          ? Holding.took(this, take, outcomes)
          : Following.took(this, take.takes().get(0), outcomes.get(0));
    }
    if (step instanceof Step.Stamp stamp) {
      return Holding.stamped(this, stamp, outcomes);
    }
    return Closing.ended(this, (Step.End) step, outcomes);
  }

  /** Any step may be given up, but there is none left once the worker has stopped. */
  private Worker gaveUp(Event.GaveUp event) {
    return event.impatient() && step instanceof Step.Place place && place.pause().waits()
        ? Closing.cancel(this, knowledge.waiting().busy().orElseThrow().reason())
        : stop(result().orElseGet(() -> Result.unknown(Unanswered.of(step))));
  }

  private void requireOneEach(Event event, int asked, int answered) {
    if (asked != answered) {
      throw new IllegalStateException(
          id() + ": " + answered + " answers to " + asked + " in " + event);
    }
  }

  private IllegalStateException noAnswer(Event event) {
    return new IllegalStateException(id() + ": " + event + " is no answer to " + step);
  }

  Knowledge knowledge() {
    return knowledge;
  }

  /** The claims of all members of the record of several that it begins. */
  Claims claims(NewRecord begun) {
    return task.claims().orElseGet(() -> Claims.of(Member.of(begun.members()), true));
  }

  Worker at(Knowledge newKnowledge, Step next) {
    return new Worker(task, newKnowledge, next, newKnowledge.result());
  }

  Worker at(Step next) {
    return new Worker(task, knowledge, next, result);
  }

  Worker knowing(Knowledge newKnowledge) {
    return at(newKnowledge, step);
  }

  Worker stop(Result result) {
    return at(knowledge.ending(result), new Step.Stop());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Worker that
        && task.equals(that.task)
        && knowledge.equals(that.knowledge)
        && step.equals(that.step);
  }

  @Override
  public int hashCode() {
    return Objects.hash(task, knowledge, step);
  }

  @Override
  public String toString() {
    return task.goal() + " -> " + step + " knowing " + knowledge;
  }

  /**
   * A worker is asked to do this.
   *
   * @param kind which of the others say something
   * @param record the record of several, or the transaction: that may turn out to be a member of a
   *     record of several
   * @param begins what is begun, of {@link Kind#SUBMIT} and {@link Kind#RUN}
   * @param reason why it is canceled, of {@link Kind#CANCEL} and {@link Kind#ABANDON}
   * @param request of {@link Kind#AUTHORIZE}: a capture of these amounts, or somebody's approval
   */
  public record Goal(
      Kind kind,
      RecordId record,
      Optional<NewRecord> begins,
      Optional<CancelReason> reason,
      Optional<Either<CaptureRequest, ApproverName>> request) {

    /** The kinds of goal. */
    public enum Kind {
      /** Store a transaction for anybody to claim, and no more. */
      SUBMIT,
      /** Begin a record, if nobody has, and see it decided and finished; or authorized. */
      RUN,
      /** Finish what somebody left, and go on where it is undecided. */
      RESUME,
      /** Finish what somebody left, and cancel it where it is undecided. */
      ABANDON,
      /** Cancel it, unless it is decided to happen. A void is the cancel of an authorization. */
      CANCEL,
      /** Capture an authorization, or approve it. */
      AUTHORIZE
    }

    private static Goal of(Kind kind, RecordId record, Optional<CancelReason> reason) {
      return new Goal(kind, record, Optional.empty(), reason, Optional.empty());
    }

    /** Store it for anybody to claim. */
    public static Goal submit(NewRecord submitted) {
      return new Goal(
          Kind.SUBMIT, submitted.id(), Optional.of(submitted), Optional.empty(), Optional.empty());
    }

    /**
     * Begin it, and see it through.
     *
     * @param begun owned by the worker that is asked
     */
    public static Goal run(NewRecord begun) {
      return new Goal(Kind.RUN, begun.id(), Optional.of(begun), Optional.empty(), Optional.empty());
    }

    /** Finish it, and go on where it is undecided. */
    public static Goal resume(RecordId record) {
      return of(Kind.RESUME, record, Optional.empty());
    }

    /** Finish it, and cancel it where it is undecided. */
    public static Goal abandon(RecordId record) {
      return of(Kind.ABANDON, record, Optional.of(new CancelReason.Recovered()));
    }

    /** Cancel it. */
    public static Goal cancel(RecordId record, CancelReason reason) {
      return of(Kind.CANCEL, record, Optional.of(reason));
    }

    /** Cancel a transaction, with the reason that somebody says. */
    public static Goal cancel(TransactionId transaction, String reason) {
      return cancel(RecordId.of(transaction), new CancelReason.Requested(reason));
    }

    /** Decide that an authorization happens, with these amounts, and settle it. */
    public static Goal capture(TransactionId authorization, CaptureRequest amounts) {
      return authorize(authorization, Either.left(amounts));
    }

    /** Note that somebody approves an authorization. */
    public static Goal approve(TransactionId authorization, ApproverName approver) {
      return authorize(authorization, Either.right(approver));
    }

    private static Goal authorize(
        TransactionId authorization, Either<CaptureRequest, ApproverName> request) {
      return new Goal(
          Kind.AUTHORIZE,
          RecordId.of(authorization),
          Optional.empty(),
          Optional.empty(),
          Optional.of(request));
    }

    /** Returns whether recovery asks: it leaves a record to a live owner. */
    boolean isOfRecovery() {
      return kind == Kind.RESUME || kind == Kind.ABANDON;
    }

    /** Returns whether what is undecided is to be canceled. */
    boolean cancels() {
      return reason.isPresent();
    }
  }
}
