package io.twophase.domain.record;

import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.*;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** A member as claims and the run take it: what it does to each target. */
public record Member(TransactionId id, List<Touch> touches, boolean atMost) {
  /**
   * @param scale of an addition or of money; none of a deed. @param delta how far it moves that
   */
  public record Touch(
      Target target, Option<Scale> scale, long delta, Option<DocumentOperation> deed) {
    boolean isEscrow() {
      return scale.isDefined();
    }
  }

  public static Member of(NewTransaction body) {
    List<Touch> touches = new ArrayList<>();
    for (Operation operation : body.operations()) {
      touches.add(
          operation.foldTarget(
              account ->
                  new Touch(
                      new Target.OfAccount(account.account()),
                      Option.some(new Scale.Money(account.amount().currency())),
                      account.direction() == Direction.DEBIT
                          ? -account.amount().minor()
                          : account.amount().minor(),
                      Option.none()),
              document ->
                  document instanceof AddToField add
                      ? new Touch(
                          new Target.OfDocument(add.document()),
                          Option.some(new Scale.OfField(add.field(), add.floor(), add.ceiling())),
                          add.amount(),
                          Option.none())
                      : new Touch(
                          new Target.OfDocument(document.document()),
                          Option.none(),
                          0,
                          Option.some(document))));
    }
    return new Member(body.id(), touches, body.isAtMost());
  }
}
