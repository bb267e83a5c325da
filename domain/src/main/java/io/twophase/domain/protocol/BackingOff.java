package io.twophase.domain.protocol;

import static java.util.stream.Collectors.toSet;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;

/**
 * What a worker does when others hold a document that it wants. A worker only ever waits for
 * documents behind all those that it holds, in {@link WaitingOrder}: so no two wait for each other.
 * Where it holds one further on, it first gives back what it holds. It does so under a new epoch:
 * to hold again in the epoch in which one has withdrawn is not safe, because a withdrawal that
 * comes late would take the new hold.
 */
final class BackingOff {

  private BackingOff() {}

  /** The worker after some of its holds were busy at {@code epoch}, and none was refused. */
  static Worker on(Worker worker, Epoch epoch, Busy busy) {
    Knowledge knowledge = worker.knowledge().waiting(Waiting.IN_ORDER);
    Set<Object> unheld = knowledge.unheld().stream().map(BackingOff::target).collect(toSet());
    List<Operation> held =
        knowledge.operations().stream()
            .filter(operation -> !unheld.contains(target(operation)))
            .toList();
    return mayKeep(held, knowledge.unheld().get(0), busy)
        ? await(worker, epoch, busy)
        : worker.at(
            knowledge.waiting(Waiting.after(new BackOff(epoch, held, busy))),
            new Step.Move(
                new Transition.TakeOver(
                    worker.id(), epoch, worker.application(), worker.owner(), worker.token())));
  }

  /**
   * Whether it may wait and keep what it holds. What is in the way may be on another document than
   * the one that is asked for, one that has a value of a unique index: then that one is waited for.
   */
  private static boolean mayKeep(List<Operation> held, Operation next, Busy busy) {
    return WaitingOrder.isBehind(next, held)
        && busy.blocker().forAll(there -> WaitingOrder.isBehind(there.document(), held));
  }

  /** A transaction has one operation for each. */
  private static Object target(Operation operation) {
    return operation.<Object>foldTarget(AccountOperation::account, DocumentOperation::document);
  }

  /** The worker has left the epoch at which it held. */
  static Worker withdraw(Worker worker) {
    BackOff backOff = worker.knowledge().waiting().backOff().get();
    return worker.at(new Step.Withdraw(backOff.dead(), backOff.held()));
  }

  /** Whether what was withdrawn is what the worker has given back, and it goes on. */
  static boolean isWithdrawn(Worker worker) {
    Option<Epoch> owned = worker.knowledge().owned();
    return worker
        .knowledge()
        .waiting()
        .backOff()
        .exists(backOff -> owned.exists(epoch -> backOff.dead().olderThan(epoch)));
  }

  /** It holds nothing any more, and waits for its turn. */
  static Worker takeTurn(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    return await(worker, knowledge.owned().get(), knowledge.waiting().backOff().get().busy());
  }

  private static Worker await(Worker worker, Epoch epoch, Busy busy) {
    Worker orderly = worker.at(worker.knowledge().waiting(Waiting.IN_ORDER), worker.step());
    List<Operation> next = orderly.nextOf(orderly.knowledge().unheld());
    return orderly.at(new Step.AwaitRoom(epoch, next, busy.reason(), busy.blocker()));
  }
}
