package io.twophase.domain.protocol;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker's run at one transaction: what it was asked, what it knows, and its next step. An
 * immutable value; {@link #after} answers the worker as it is once the step has come to something.
 * It never calls a store: whoever drives it does, and feeds back what came of it.
 *
 * <p>The rules of the protocol live here and in {@link Rereading}, and nowhere else:
 *
 * <ol>
 *   <li>It decides only when every hold is acknowledged at the deciding epoch.
 *   <li>It owns an epoch only if its begin, claim or take-over was acknowledged, or the record
 *       shows its own token. A token is of one run; within a run the epoch tells the attempts
 *       apart.
 *   <li>It settles at the epoch that the decided record carries.
 *   <li>After a hold, stamp or decide without an answer it never sends it again in the same epoch:
 *       it reads the record and takes over with the next one. Settle, release, finish and withdraw
 *       are sent again as they are.
 *   <li>It withdraws only its own holds, of an epoch at which the record can no longer be decided.
 *   <li>It finishes only when every settle or release is acknowledged.
 *   <li>It takes a hold that is there for its own only if it is exactly the one it asked for. A
 *       hold under its id that is for another operation cancels the transaction, and stays an
 *       orphan.
 *   <li>Of a debit that takes as much as there is, it decides with what was acknowledged as held at
 *       the deciding epoch. After a take-over it does not know that: it asks for the hold again,
 *       and stamps the one that is there, of the amount that it has.
 * </ol>
 */
public final class Worker {

  private final Task task;
  private final Knowledge knowledge;
  private final Step step;

  private Worker(Task task, Knowledge knowledge, Step step) {
    this.task = task;
    this.knowledge = knowledge;
    this.step = step;
  }

  /** What stays the same for the whole of a run. */
  private record Task(
      TransactionId id,
      Goal goal,
      ApplicationName application,
      Option<OwnerId> owner,
      Token token,
      HoldOrder order) {}

  /**
   * A worker of a process that does not name itself, at its first step.
   *
   * @param id the transaction
   * @param goal what to do with it
   * @param application in whose name
   * @param token fresh: no other worker, before or after, in any process, may have the same
   * @param order in which holds are placed
   */
  public static Worker start(
      TransactionId id, Goal goal, ApplicationName application, Token token, HoldOrder order) {
    return start(id, goal, application, Option.none(), token, order);
  }

  /**
   * A worker at its first step.
   *
   * @param id the transaction
   * @param goal what to do with it
   * @param application in whose name
   * @param owner the process that the worker is in, if others can see whether it is alive
   * @param token fresh: no other worker, before or after, in any process, may have the same
   * @param order in which holds are placed
   */
  public static Worker start(
      TransactionId id,
      Goal goal,
      ApplicationName application,
      Option<OwnerId> owner,
      Token token,
      HoldOrder order) {
    Step first =
        goal.fold(
            submit -> new Step.Submit(submit.body()),
            run -> new Step.Begin(run.body()),
            resume -> new Step.Reread(),
            abandon -> new Step.Reread(),
            cancel -> new Step.Reread(),
            onAuthorization -> new Step.Reread());
    Option<NewTransaction> body =
        goal.fold(
            submit -> Option.some(submit.body()),
            run -> Option.some(run.body()),
            resume -> Option.none(),
            abandon -> Option.none(),
            cancel -> Option.none(),
            onAuthorization -> Option.none());
    Knowledge known =
        Knowledge.first(
            body.map(NewTransaction::operations).getOrElse(List.of()),
            body.exists(asked -> asked.authorization().isDefined()));
    return new Worker(new Task(id, goal, application, owner, token, order), known, first);
  }

  /** The transaction. */
  public TransactionId id() {
    return task.id();
  }

  /** What the worker was asked to do. */
  public Goal goal() {
    return task.goal();
  }

  /** In whose name it works. */
  public ApplicationName application() {
    return task.application();
  }

  /** The process that it is in, if others can see whether that is alive. */
  public Option<OwnerId> owner() {
    return task.owner();
  }

  /** The token that identifies this run's claim. */
  public Token token() {
    return task.token();
  }

  /** How many operations the transaction has, as far as the worker knows. */
  public int operationCount() {
    return knowledge.operations().size();
  }

  /** What is to be done next. */
  public Step step() {
    return step;
  }

  /** How the run ended, once it has. */
  public Option<Result> result() {
    return step instanceof Step.Stop stop ? Option.some(stop.result()) : Option.none();
  }

  /**
   * What is certain of the outcome, before the worker has stopped too: once the transaction is
   * decided, only settling or releasing is left, and that cannot change it.
   */
  public Option<Result> certain() {
    return GivingUp.certain(this);
  }

  /**
   * Of a transaction that takes as much as there is, how much that was, where this worker has
   * decided that it happens, or has read so. It means nothing for any other.
   */
  public Option<Money> moved() {
    return AtMost.in(knowledge.operations()).map(debit -> knowledge.captured().of(debit).amount());
  }

  /** The epoch at which another worker overtook this one, if one did. */
  public Option<Epoch> fencedAt() {
    return knowledge.fencedAt();
  }

  /** Whether the transaction was found decided before this worker had any part in it. */
  public boolean foundDecided() {
    return knowledge.foundDecided();
  }

  /**
   * The worker after its step came to {@code event}.
   *
   * @throws IllegalStateException if the event is none that the step can come to: a fault of
   *     whoever drives the worker
   */
  public Worker after(Event event) {
    return event.fold(new Received(this));
  }

  /**
   * The worker, stopped: a batch decides the transfer, and answers for it in the worker's place.
   * Nothing of it was sent for a lone transaction, or what was found the id taken.
   *
   * @param wasDecidedBefore whether the batch was decided before this worker had any part in it
   */
  public Worker answeredByBatch(Result result, boolean wasDecidedBefore) {
    return at(wasDecidedBefore ? knowledge.decidedBefore() : knowledge, new Step.Stop(result));
  }

  /** The operations to be held next, of those that are not. */
  List<Operation> nextOf(List<Operation> unheld) {
    return task.order().next(knowledge.waiting().inOrder() ? WaitingOrder.next(unheld) : unheld);
  }

  Knowledge knowledge() {
    return knowledge;
  }

  Worker at(Knowledge newKnowledge, Step next) {
    return new Worker(task, newKnowledge, next);
  }

  Worker at(Step next) {
    return at(knowledge, next);
  }

  Worker stop(Result result) {
    return at(new Step.Stop(result));
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
    return task.id() + " " + task.goal() + " -> " + step + " knowing " + knowledge;
  }
}
