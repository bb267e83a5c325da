package io.twophase.domain.protocol;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What a worker learns from the answers to the holds it asked for, and what it does then. */
final class Holds {

  private final Worker worker;
  private final Step.Holding step;
  private final List<Operation> unheld;
  private final List<Operation> older = new ArrayList<>();
  private final List<Operation> uncertain = new ArrayList<>();
  private final List<CancelReason> refusals = new ArrayList<>();
  private final List<Busy> busy = new ArrayList<>();
  private final List<Debit> parts = new ArrayList<>();

  Holds(Worker worker, Step.Holding step) {
    this.worker = worker;
    this.step = step;
    this.unheld = new ArrayList<>(worker.knowledge().unheld());
  }

  /** Takes the answer for one operation. */
  void add(Operation operation, HoldOutcome outcome) {
    boolean isHeld =
        outcome.foldTarget(
            account -> addAccount(operation, account),
            document -> addDocument(operation, document));
    if (isHeld) {
      unheld.remove(operation);
    }
  }

  private boolean addAccount(Operation operation, AccountHoldOutcome outcome) {
    return outcome.fold(
        held -> addHeld((AccountOperation) operation, held),
        already ->
            addPresent(
                isHeldAs(operation, already.held()),
                already.epoch(),
                ((AccountOperation) operation).admits(already.held()),
                () ->
                    new CancelReason.Refused(
                        new HoldRefusal.ForeignHold(worker.id(), already.epoch(), already.held()))),
        refused -> addRefusal(refused.refusal()),
        inDoubt -> notHeld(uncertain, operation));
  }

  /** How much is held of a debit that takes as much as there is must be said to count. */
  private boolean addHeld(AccountOperation operation, AccountHoldOutcome.Held held) {
    if (operation.isAtMost() && held.part().isEmpty()) {
      return notHeld(uncertain, operation);
    }
    held.part().forEach(parts::add);
    return true;
  }

  private boolean addDocument(Operation operation, DocumentHoldOutcome outcome) {
    DocumentRef document = ((DocumentOperation) operation).document();
    return outcome.fold(
        held -> true,
        present ->
            addPresent(
                operation,
                present.epoch(),
                present.exactly(),
                () ->
                    new CancelReason.DocumentRefused(
                        new DocumentRefusal.ForeignDocumentHold(document, worker.id()))),
        full -> notHeld(busy, Busy.of(document, full)),
        refused -> notHeld(refusals, new CancelReason.DocumentRefused(refused.refusal())),
        inDoubt -> notHeld(uncertain, operation));
  }

  /** A hold of a debit that takes as much as there is is raised as what it is. */
  private static Operation isHeldAs(Operation asked, AccountOperation held) {
    return asked.<Boolean>foldTarget(AccountOperation::isAtMost, document -> false) ? held : asked;
  }

  /** A hold under this id is there; unless it is for what was asked, an earlier one's orphan. */
  private boolean addPresent(
      Operation operation, Epoch epoch, boolean exactly, Supplier<CancelReason> foreign) {
    if (!exactly) {
      refusals.add(foreign.get());
    } else if (epoch.olderThan(step.epoch())) {
      older.add(operation);
    } else {
      // Of a newer epoch, or an equal one that was there before: an orphan of a record that has
      // expired, which a sweep may be about to withdraw at this very epoch. The next is safe.
      uncertain.add(operation);
    }
    return false;
  }

  /** Of several, the first is the reason; a busy account is none as long as waiting may help. */
  private boolean addRefusal(HoldRefusal given) {
    return given instanceof HoldRefusal.AccountBusy
        ? notHeld(busy, new Busy(new CancelReason.Refused(given), Option.none()))
        : notHeld(refusals, new CancelReason.Refused(given));
  }

  private static <T> boolean notHeld(List<T> why, T one) {
    why.add(one);
    return false;
  }

  /** The worker once all answers are taken. */
  Worker next() {
    Option<Debit> part =
        parts.isEmpty() ? worker.knowledge().part() : Option.some(parts.get(parts.size() - 1));
    Worker wiser = worker.at(worker.knowledge().lacking(unheld).holding(part), worker.step());
    if (!refusals.isEmpty()) {
      return Protocol.beginCancel(wiser, step.epoch(), refusals.get(0));
    }
    if (!uncertain.isEmpty()) {
      return wiser.at(new Step.Reread());
    }
    if (!older.isEmpty()) {
      return wiser.at(new Step.Stamp(step.epoch(), older));
    }
    if (!busy.isEmpty()) {
      return BackingOff.on(wiser, step.epoch(), busy.get(busy.size() - 1));
    }
    return Protocol.holdOrDecide(wiser, wiser.knowledge(), step.epoch());
  }
}
