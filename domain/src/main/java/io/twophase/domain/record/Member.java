package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.List;

/**
 * A member as claims and the run take it: what it does to each target.
 *
 * @param id its own id
 * @param touches in the order of its operations; no target twice
 * @param atMost whether it takes as much as there is: then it has two touches, the debit first
 * @param authorized whether it is an authorization, which is alone in its record
 */
public record Member(TransactionId id, List<Touch> touches, boolean atMost, boolean authorized) {

  /** The touches do not change. */
  public Member {
    touches = List.copyOf(touches);
  }

  /**
   * A member does this to one target.
   *
   * @param target of the operation
   * @param how the operation that is held as a whole, or the scale on which the target is moved
   * @param delta how far the target is moved, below zero to take; zero of an operation that is held
   *     as a whole
   */
  public record Touch(Target target, Either<DocumentOperation, Scale> how, long delta) {

    /** Returns whether the target is moved on a scale, within a range. */
    public boolean isRange() {
      return how.isRight();
    }
  }

  /** A transaction as claims and the run take it. */
  public static Member of(NewTransaction body) {
    List<Operation> operations = body.operations();
    Touch[] touches = new Touch[operations.size()];
    for (int at = 0; at < touches.length; at++) {
      touches[at] = operations.get(at).foldTarget(Member::ofAccount, Member::ofDocument);
    }
    return new Member(
        body.id(), List.of(touches), body.isAtMost(), body.authorization().isPresent());
  }

  /** Transactions as claims and the run take them, in their order. */
  public static List<Member> of(List<NewTransaction> bodies) {
    return bodies.stream().map(Member::of).toList();
  }

  private static Touch ofAccount(AccountOperation operation) {
    long amount = operation.amount().minor();
    return new Touch(
        new Target.OfAccount(operation.account()),
        Either.right(new Scale.Money(operation.amount().currency())),
        operation.direction() == Direction.DEBIT ? -amount : amount);
  }

  private static Touch ofDocument(DocumentOperation operation) {
    Target target = new Target.OfDocument(operation.document());
    return operation instanceof AddToField add
        ? new Touch(
            target,
            Either.right(new Scale.OfField(add.field(), add.floor(), add.ceiling())),
            add.amount())
        : new Touch(target, Either.left(operation), 0);
  }
}
