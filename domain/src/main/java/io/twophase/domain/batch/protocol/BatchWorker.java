package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker's run at one batch: what it was asked, what it knows, and its next step. An immutable
 * value; {@link #after} answers the worker as it is once the step has come to something. It never
 * calls a store: whoever drives it does, and feeds back what came of it.
 *
 * <p>The rules of the protocol for one transaction are its rules, with the batch in the place of
 * the transaction; and these, of docs/PROTOCOL.md:
 *
 * <ol>
 *   <li value="16">A member takes part only if its document was seen to name the batch.
 *   <li value="17">The decision is a run within the ranges that are held at the deciding epoch.
 *   <li value="18">What is settled comes from the record and the members' documents only.
 *   <li value="19">The decision names the exclusions that it knows of.
 *   <li value="20">A member is taken from another batch only if that has left it out and is done.
 * </ol>
 */
public final class BatchWorker {

  private final Task task;
  private final BatchKnowledge knowledge;
  private final BatchStep step;

  private BatchWorker(Task task, BatchKnowledge knowledge, BatchStep step) {
    this.task = task;
    this.knowledge = knowledge;
    this.step = step;
  }

  /** What stays the same for the whole of a run. */
  private record Task(BatchGoal goal, BatchRecord.Owner owner) {}

  /**
   * A worker at its first step.
   *
   * @param goal what to do with the batch
   * @param owner in whose name, with a token that no other worker, before or after, in any process,
   *     may have
   */
  public static BatchWorker start(BatchGoal goal, BatchRecord.Owner owner) {
    BatchStep first =
        goal.fold(
            run -> new BatchStep.Begin(run.body()),
            resume -> new BatchStep.ReadRecord(),
            cancel -> new BatchStep.ReadRecord());
    return new BatchWorker(new Task(goal, owner), BatchKnowledge.NOTHING, first);
  }

  /** The batch. */
  public BatchId id() {
    return task.goal().batch();
  }

  /** What the worker was asked to do. */
  public BatchGoal goal() {
    return task.goal();
  }

  /** In whose name it works. */
  public BatchRecord.Owner owner() {
    return task.owner();
  }

  /** What is to be done next. */
  public BatchStep step() {
    return step;
  }

  /** The last epoch that was this worker's own, as long as it matters. */
  public Option<Epoch> owned() {
    return knowledge.owned();
  }

  /** The range that it has held or stamped at the epoch that it owns, as far as it knows. */
  public Option<Range> held(AccountId account) {
    return knowledge
        .answers()
        .get(account)
        .flatMap(
            answer ->
                answer.fold(
                    held -> Option.some(held.range()),
                    refused -> Option.none(),
                    busy -> Option.none()));
  }

  /** How the run ended, once it has. */
  public Option<BatchResult> result() {
    return step instanceof BatchStep.Stop stop ? Option.some(stop.result()) : Option.none();
  }

  /**
   * What is certain of the outcome, before the worker has stopped too: once the batch is decided,
   * only settling or releasing is left, and that cannot change it.
   */
  public Option<BatchResult.Decided> certain() {
    return knowledge
        .record()
        .filter(record -> record.state().isDecided() && !record.isTombstone())
        .map(record -> new BatchResult.Decided(record, knowledge.named()));
  }

  /**
   * The worker after its step came to {@code event}.
   *
   * @throws IllegalStateException if the event is none that the step can come to: a fault of
   *     whoever drives the worker
   */
  public BatchWorker after(BatchEvent event) {
    return event.fold(new BatchReceived(this));
  }

  BatchKnowledge knowledge() {
    return knowledge;
  }

  BatchWorker at(BatchKnowledge newKnowledge, BatchStep next) {
    return new BatchWorker(task, newKnowledge, next);
  }

  BatchWorker at(BatchStep next) {
    return at(knowledge, next);
  }

  BatchWorker stop(BatchResult result) {
    return at(new BatchStep.Stop(result));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BatchWorker that
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
}
