package io.twophase.domain.explorer.model;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import java.util.List;
import java.util.function.Function;

/** One guarded write of one document, on its way to the store. */
public sealed interface Message {

  /** Inserts the record. */
  record Insert(Transaction first) implements Message {}

  /** Inserts a canceled record where there is none; only if it did, {@code release} is sent. */
  record Bury(Transaction tombstone, Withdraw release) implements Message {}

  /** Changes the record. */
  record Change(Transition transition) implements Message {}

  /** A write of an account; all others are of the record. */
  sealed interface OnAccount extends Message {
    /** What it is about. */
    Leg leg();
  }

  /** Places a hold. */
  record Hold(Leg leg) implements OnAccount {}

  /** Raises a hold's epoch. */
  record Stamp(Leg leg) implements OnAccount {}

  /** Settles what is held at the leg's epoch. */
  record Settle(Leg leg) implements OnAccount {}

  /** Releases what is held, at whatever epoch. */
  record Release(Leg leg) implements OnAccount {}

  /** Releases what is held at the leg's epoch. */
  record Withdraw(Leg leg) implements OnAccount {}

  /** What a worker sends for its next step: none where it reads, or is at its end. */
  static List<Message> of(Worker worker) {
    Step step = worker.step();
    if (step instanceof Step.Begin begin) {
      return List.of(
          new Insert(
              Store.withoutTimes(
                  Transaction.begun(
                      begin.body(), worker.application(), worker.token(), Fixtures.NOW))));
    }
    if (step instanceof Step.Submit submit) {
      return List.of(
          new Insert(Store.withoutTimes(Transaction.submitted(submit.body(), Fixtures.NOW))));
    }
    if (step instanceof Step.Move move) {
      return List.of(new Change(move.transition()));
    }
    if (step instanceof Step.PlaceHolds holds) {
      return each(holds.operations(), leg(worker, holds.epoch()).andThen(Hold::new));
    }
    if (step instanceof Step.Stamp stamp) {
      return each(stamp.operations(), leg(worker, stamp.epoch()).andThen(Stamp::new));
    }
    if (step instanceof Step.Settle settle) {
      return each(settle.operations(), leg(worker, settle.epoch()).andThen(Settle::new));
    }
    if (step instanceof Step.Release release) {
      return each(release.operations(), leg(worker, release.epoch()).andThen(Release::new));
    }
    if (step instanceof Step.Withdraw withdraw) {
      return each(withdraw.operations(), leg(worker, withdraw.epoch()).andThen(Withdraw::new));
    }
    return List.of();
  }

  private static Function<Operation, Leg> leg(Worker worker, Epoch epoch) {
    return operation -> new Leg(worker.id(), epoch, (AccountOperation) operation);
  }

  private static List<Message> each(
      List<Operation> operations, Function<Operation, Message> message) {
    return operations.stream().map(message).toList();
  }
}
