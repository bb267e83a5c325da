package io.twophase.domain.protocol;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.transaction.CancelReason;
import java.util.ArrayList;
import java.util.List;

/** What a worker learns from the answers to the holds it asked for, and what it does then. */
final class Holds {

  private final Worker worker;
  private final Step.Holding step;
  private final List<Operation> unheld;
  private final List<Operation> older = new ArrayList<>();
  private final List<Operation> uncertain = new ArrayList<>();
  private final List<HoldRefusal> refusals = new ArrayList<>();
  private final List<HoldRefusal.AccountBusy> busy = new ArrayList<>();

  Holds(Worker worker, Step.Holding step) {
    this.worker = worker;
    this.step = step;
    this.unheld = new ArrayList<>(worker.knowledge().unheld());
  }

  /** Takes the answer for one operation. */
  void add(Operation operation, HoldOutcome outcome) {
    boolean isHeld =
        outcome.fold(
            held -> true,
            already -> {
              addAlready(operation, already);
              return false;
            },
            refused -> {
              addRefusal(refused.refusal());
              return false;
            },
            inDoubt -> {
              uncertain.add(operation);
              return false;
            });
    if (isHeld) {
      unheld.remove(operation);
    }
  }

  private void addAlready(Operation operation, HoldOutcome.AlreadyHeld already) {
    if (!already.held().equals(operation)) {
      // under this id, but not what was asked for: an orphan of an earlier transaction
      addRefusal(new HoldRefusal.ForeignHold(worker.id(), already.epoch(), already.held()));
    } else if (already.epoch().olderThan(step.epoch())) {
      older.add(operation);
    } else {
      // Of a newer epoch, or an equal one that was there before: an orphan of a record that has
      // expired, which a sweep may be about to withdraw at this very epoch. The next is safe.
      uncertain.add(operation);
    }
  }

  /** Of several, the first is the reason; a busy account is none as long as waiting may help. */
  private void addRefusal(HoldRefusal given) {
    if (given instanceof HoldRefusal.AccountBusy full) {
      busy.add(full);
    } else {
      refusals.add(given);
    }
  }

  /** The worker once all answers are taken. */
  Worker next() {
    Worker wiser = worker.at(worker.knowledge().lacking(unheld), worker.step());
    if (!refusals.isEmpty()) {
      return Protocol.beginCancel(wiser, step.epoch(), new CancelReason.Refused(refusals.get(0)));
    }
    if (!uncertain.isEmpty()) {
      return wiser.at(new Step.Reread());
    }
    if (!older.isEmpty()) {
      return wiser.at(new Step.Stamp(step.epoch(), older));
    }
    if (!busy.isEmpty()) {
      HoldRefusal.AccountBusy full = busy.get(busy.size() - 1);
      return wiser.at(new Step.AwaitRoom(step.epoch(), wiser.nextOf(unheld), full));
    }
    return Protocol.holdOrDecide(wiser, wiser.knowledge(), step.epoch());
  }
}
