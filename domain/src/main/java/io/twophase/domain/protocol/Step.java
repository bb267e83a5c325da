package io.twophase.domain.protocol;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import java.util.List;

/** What a worker is to do next. Each is one write or one read, or the end. */
public sealed interface Step {

  /** Insert the record, claimed at once by its first owner. */
  record Begin(NewTransaction body) implements Step {}

  /** Insert the record for anybody to claim. */
  record Submit(NewTransaction body) implements Step {}

  /**
   * Change the record by a compare-and-set: Claim, TakeOver, Decide, Finish, BeginCancel,
   * CancelUnclaimed or FinishCancel.
   */
  record Move(Transition transition) implements Step {}

  /** A step on the documents that a transaction touches, at an epoch. */
  sealed interface OnDocuments extends Step {
    /** The epoch it is done at. */
    Epoch epoch();

    /** Those of the transaction's operations it is done for. */
    List<Operation> operations();
  }

  /** A step that places holds. */
  sealed interface Holding extends OnDocuments {}

  /** Place holds at {@code epoch}. */
  record PlaceHolds(Epoch epoch, List<Operation> operations) implements Holding {}

  /**
   * Pause, then place holds at {@code epoch}: an account had too many.
   *
   * @param busy what the account said
   */
  record AwaitRoom(Epoch epoch, List<Operation> operations, HoldRefusal.AccountBusy busy)
      implements Holding {}

  /** Raise holds of older epochs to {@code epoch}. */
  record Stamp(Epoch epoch, List<Operation> operations) implements OnDocuments {}

  /** Settle what is held at exactly {@code epoch}. */
  record Settle(Epoch epoch, List<Operation> operations) implements OnDocuments {}

  /** Release what is held, at whatever epoch. */
  record Release(Epoch epoch, List<Operation> operations) implements OnDocuments {}

  /** Release what is held at exactly {@code epoch}, which was this worker's own and is dead. */
  record Withdraw(Epoch epoch, List<Operation> operations) implements OnDocuments {}

  /** Read the record. */
  record Reread() implements Step {}

  /** Another worker is alive and at it: pause, then read the record. */
  record Await() implements Step {}

  /** Nothing more to do. */
  record Stop(Result result) implements Step {}
}
