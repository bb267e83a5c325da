package io.twophase.domain.protocol;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * From a step and what it came to, to the next step: the writes. {@link Rereading} has the reads,
 * {@link Received} says which events a step can come to.
 */
final class Protocol {

  private static final Result APPLIED = new Result.Applied(true);

  private Protocol() {}

  static Worker inserted(Worker worker, BeginOutcome outcome) {
    return switch (outcome) {
      case BEGUN -> enter(worker, Epoch.FIRST);
      case ID_TAKEN, IN_DOUBT -> worker.at(new Step.Reread());
    };
  }

  static Worker submitted(Worker worker, BeginOutcome outcome) {
    return switch (outcome) {
      case BEGUN -> worker.stop(new Result.Submitted());
      case ID_TAKEN, IN_DOUBT -> worker.at(new Step.Reread());
    };
  }

  /** The worker owns {@code epoch} now: nothing of it is acknowledged yet. */
  static Worker enter(Worker worker, Epoch epoch) {
    Knowledge owning = worker.knowledge().owning(epoch);
    if (owning.waiting().backOff().isDefined()) {
      return BackingOff.withdraw(worker.at(owning, worker.step()));
    }
    return epoch.equals(Epoch.FIRST)
        ? placeHolds(worker, owning, epoch)
        : stampOrPlace(worker, owning, epoch);
  }

  /**
   * What was held before is raised to the new epoch, but for a debit that takes as much as there
   * is: how much that was, the answer to its hold says.
   */
  private static Worker stampOrPlace(Worker worker, Knowledge owning, Epoch epoch) {
    List<Operation> known = AtMost.without(owning.operations());
    return known.isEmpty()
        ? placeHolds(worker, owning, epoch)
        : worker.at(owning, new Step.Stamp(epoch, known));
  }

  private static Worker placeHolds(Worker worker, Knowledge knowledge, Epoch epoch) {
    return worker.at(knowledge, new Step.PlaceHolds(epoch, worker.nextOf(knowledge.unheld())));
  }

  static Worker holdOrDecide(Worker worker, Knowledge knowledge, Epoch epoch) {
    return knowledge.unheld().isEmpty()
        ? worker.at(knowledge, new Step.Move(whenHeld(worker, knowledge, epoch)))
        : placeHolds(worker, knowledge, epoch);
  }

  /** All is held: it happens, unless it is an authorization. */
  private static Transition whenHeld(Worker worker, Knowledge knowledge, Epoch epoch) {
    return knowledge.waitsForCapture()
        ? new AuthorizationTransition.Authorize(worker.id(), epoch)
        : new Transition.Decide(worker.id(), epoch, AtMost.captured(knowledge));
  }

  static Worker moved(Worker worker, Transition transition, MatchOutcome outcome) {
    return transition.fold(new Moved(worker, outcome));
  }

  /** What comes of a transition: of one that closes the record, whoever it was that closed it. */
  private record Moved(Worker worker, MatchOutcome outcome) implements Transition.Cases<Worker> {

    @Override
    public Worker claim(Transition.Claim transition) {
      return ifMatched(() -> enter(worker, transition.epoch()));
    }

    @Override
    public Worker takeOver(Transition.TakeOver transition) {
      return ifMatched(() -> enter(worker, transition.epoch()));
    }

    @Override
    public Worker decide(Transition.Decide transition) {
      return ifMatched(
          () ->
              worker.at(
                  worker.knowledge().capturing(transition.captured()),
                  settling(
                      transition.epoch(), worker.knowledge().operations(), transition.captured())));
    }

    @Override
    public Worker finish(Transition.Finish transition) {
      return outcome == MatchOutcome.IN_DOUBT ? worker : Rereading.ended(worker, applied());
    }

    @Override
    public Worker beginCancel(Transition.BeginCancel transition) {
      return ifMatched(
          () -> worker.at(new Step.Release(transition.epoch(), worker.knowledge().operations())));
    }

    @Override
    public Worker cancelUnclaimed(Transition.CancelUnclaimed transition) {
      return ifMatched(() -> worker.stop(canceled(worker.knowledge().reason())));
    }

    @Override
    public Worker finishCancel(Transition.FinishCancel transition) {
      return outcome == MatchOutcome.IN_DOUBT
          ? worker
          : Rereading.ended(worker, canceled(worker.knowledge().reason()));
    }

    /** The record, when it is read again, says when it expires. */
    @Override
    public Worker authorize(AuthorizationTransition.Authorize transition) {
      return worker.at(new Step.Reread());
    }

    @Override
    public Worker approve(AuthorizationTransition.Approve transition) {
      return worker.at(new Step.Reread());
    }

    @Override
    public Worker capture(AuthorizationTransition.Capture transition) {
      return ifMatched(
          () ->
              worker.at(
                  new Step.Settle(
                      transition.epoch(), worker.knowledge().operations(), transition.captured())));
    }

    @Override
    public Worker voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      return ifMatched(
          () -> worker.at(new Step.Release(transition.epoch(), worker.knowledge().operations())));
    }

    private Worker ifMatched(Supplier<Worker> next) {
      return outcome == MatchOutcome.MATCHED ? next.get() : worker.at(new Step.Reread());
    }
  }

  /** What is decided is settled as it is held, with the amounts that the decision says. */
  static Step settling(Epoch epoch, List<Operation> operations, Captured captured) {
    return new Step.Settle(epoch, captured.held(operations), captured);
  }

  static Worker held(Worker worker, Step.Holding step, List<? extends HoldOutcome> outcomes) {
    requireOneEach(worker, step.operations(), outcomes);
    // in nearly all runs; unheld are those asked for, as many of them as were asked for
    if (areHeldWhole(outcomes) && outcomes.size() == worker.knowledge().unheld().size()) {
      return holdOrDecide(worker, worker.knowledge().lacking(List.of()), step.epoch());
    }
    Holds holds = new Holds(worker, step);
    for (int at = 0; at < outcomes.size(); at++) {
      holds.add(step.operations().get(at), outcomes.get(at));
    }
    return holds.next();
  }

  private static boolean areHeldWhole(List<? extends HoldOutcome> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      if (!outcomes.get(at).isHeldWhole()) {
        return false;
      }
    }
    return true;
  }

  static Worker stamped(Worker worker, Step.Stamp stamp, List<MatchOutcome> outcomes) {
    requireOneEach(worker, stamp.operations(), outcomes);
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return worker.at(new Step.Reread());
    }
    List<Operation> unheld = new ArrayList<>(worker.knowledge().unheld());
    Option<Debit> part = worker.knowledge().part();
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.MATCHED && !unheld.remove(stamp.operations().get(at))) {
        part = AtMost.raised(unheld, stamp.operations().get(at));
      }
    }
    return holdOrDecide(worker, worker.knowledge().lacking(unheld).holding(part), stamp.epoch());
  }

  static Worker settled(Worker worker, Step.Settle settle, List<MatchOutcome> outcomes) {
    List<Operation> left = unanswered(worker, settle.operations(), outcomes);
    return worker.at(
        left.isEmpty()
            ? new Step.Move(new Transition.Finish(worker.id()))
            : new Step.Settle(settle.epoch(), left, settle.captured()));
  }

  static Worker released(Worker worker, Step.Release release, List<MatchOutcome> outcomes) {
    List<Operation> left = unanswered(worker, release.operations(), outcomes);
    return worker.at(
        left.isEmpty()
            ? new Step.Move(new Transition.FinishCancel(worker.id()))
            : new Step.Release(release.epoch(), left));
  }

  static Worker withdrawn(Worker worker, Step.Withdraw withdraw, List<MatchOutcome> outcomes) {
    List<Operation> left = unanswered(worker, withdraw.operations(), outcomes);
    if (!left.isEmpty()) {
      return worker.at(new Step.Withdraw(withdraw.epoch(), left));
    }
    return BackingOff.isWithdrawn(worker)
        ? BackingOff.takeTurn(worker)
        : Rereading.withdrawn(worker);
  }

  static Worker beginCancel(Worker worker, Epoch epoch, CancelReason reason) {
    return cancel(
        worker,
        reason,
        new Transition.BeginCancel(worker.id(), epoch, reason, worker.owner(), worker.token()));
  }

  static Worker cancelUnclaimed(Worker worker, CancelReason reason) {
    return cancel(
        worker, reason, new Transition.CancelUnclaimed(worker.id(), reason, worker.token()));
  }

  private static Worker cancel(Worker worker, CancelReason reason, Transition transition) {
    return worker.at(worker.knowledge().because(Option.some(reason)), new Step.Move(transition));
  }

  static Result applied() {
    return APPLIED;
  }

  static Result canceled(Option<CancelReason> reason) {
    return new Result.Canceled(
        reason.getOrElseThrow(() -> new IllegalStateException("canceled without a reason")), true);
  }

  private static List<Operation> unanswered(
      Worker worker, List<Operation> operations, List<MatchOutcome> outcomes) {
    requireOneEach(worker, operations, outcomes);
    if (!outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return List.of();
    }
    List<Operation> left = new ArrayList<>();
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.IN_DOUBT) {
        left.add(operations.get(at));
      }
    }
    return left;
  }

  private static void requireOneEach(Worker worker, List<Operation> asked, List<?> answered) {
    if (asked.size() != answered.size()) {
      throw new IllegalStateException(
          "transaction "
              + worker.id()
              + ": "
              + answered.size()
              + " answers to "
              + asked.size()
              + " operations");
    }
  }
}
