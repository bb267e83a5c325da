package io.twophase.app.engine;

import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.vavr.control.Option;
import java.util.Collections;

/** The events of steps that were sent and had no answer. */
final class InDoubtEvents {

  private static final Option<Event> INSERTED =
      Option.some(new Event.Inserted(BeginOutcome.IN_DOUBT));
  private static final Option<Event> MOVED = Option.some(new Event.Moved(MatchOutcome.IN_DOUBT));
  private static final Step.Cases<Option<Event>> OF_STEP = new OfStep();

  private InDoubtEvents() {}

  /**
   * The event that all of the step is in doubt; none for a step that only reads, since it can
   * simply be repeated.
   */
  static Option<Event> of(Step step) {
    return step.fold(OF_STEP);
  }

  private static Option<Event> holds(Step.OnDocuments step) {
    int asked = step.operations().size();
    return Option.some(new Event.Holds(Collections.nCopies(asked, AccountHoldOutcome.inDoubt())));
  }

  private static Option<Event> matches(Step.OnDocuments step) {
    int asked = step.operations().size();
    return Option.some(new Event.Matches(Collections.nCopies(asked, MatchOutcome.IN_DOUBT)));
  }

  private static final class OfStep implements Step.Cases<Option<Event>> {
    @Override
    public Option<Event> begin(Step.Begin step) {
      return INSERTED;
    }

    @Override
    public Option<Event> submit(Step.Submit step) {
      return INSERTED;
    }

    @Override
    public Option<Event> move(Step.Move step) {
      return MOVED;
    }

    @Override
    public Option<Event> placeHolds(Step.PlaceHolds step) {
      return holds(step);
    }

    @Override
    public Option<Event> awaitRoom(Step.AwaitRoom step) {
      return holds(step);
    }

    @Override
    public Option<Event> stamp(Step.Stamp step) {
      return matches(step);
    }

    @Override
    public Option<Event> settle(Step.Settle step) {
      return matches(step);
    }

    @Override
    public Option<Event> release(Step.Release step) {
      return matches(step);
    }

    @Override
    public Option<Event> withdraw(Step.Withdraw step) {
      return matches(step);
    }

    @Override
    public Option<Event> reread(Step.Reread step) {
      return Option.none();
    }

    @Override
    public Option<Event> await(Step.Await step) {
      return Option.none();
    }

    @Override
    public Option<Event> stop(Step.Stop step) {
      return Option.none();
    }
  }
}
