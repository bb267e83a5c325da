package io.twophase.domain.explorer.model;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;

/**
 * What one of the explored workers is there for.
 *
 * @param name in traces; its token, too
 * @param goal what it was asked
 * @param order in which it places holds
 * @param impatient whether every pending record that it reads counts as stuck
 */
public record Role(String name, Goal goal, HoldOrder order, boolean impatient) {

  /** Begins the transaction and waits for others as long as it takes. */
  public static Role owner(NewTransaction body) {
    return new Role("owner", new Goal.Run(body), HoldOrder.TOGETHER, false);
  }

  /** Asks for it, and takes whoever is at it for dead, alive or not. */
  public static Role hastyOwner(NewTransaction body) {
    return new Role("hasty", new Goal.Run(body), HoldOrder.TOGETHER, true);
  }

  /** Stores it for anybody. */
  public static Role submitter(NewTransaction body) {
    return new Role("submitter", new Goal.Submit(body), HoldOrder.TOGETHER, false);
  }

  /** Finishes it, and takes everything pending to be stuck. */
  public static Role recoverer() {
    return new Role("recoverer", new Goal.Resume(), HoldOrder.TOGETHER, true);
  }

  /** Finishes it, canceling what is undecided, and takes everything pending to be stuck. */
  public static Role abandoner() {
    return new Role("abandoner", new Goal.Abandon(), HoldOrder.TOGETHER, true);
  }

  /** Cancels it. */
  public static Role canceller() {
    return new Role("canceller", new Goal.Cancel(Fixtures.ON_REQUEST), HoldOrder.TOGETHER, false);
  }

  /** The same, by another name. */
  public Role named(String newName) {
    return new Role(newName, goal, order, impatient);
  }

  /** The same, with the holds in another order. */
  public Role holding(HoldOrder newOrder) {
    return new Role(name, goal, newOrder, impatient);
  }

  Worker worker(TransactionId id) {
    return Worker.start(id, goal, Fixtures.APP, Fixtures.token(name), order);
  }

  @Override
  public String toString() {
    return name;
  }
}
