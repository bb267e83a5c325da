package io.twophase.app.engine;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Step;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.Collections;

/** The events of steps that were sent and had no answer. */
final class Doubts {

  private static final Step.Cases<Option<Event>> OF_STEP = new OfStep();
  private static final Event.Cases<Boolean> IN_EVENT = new InEvent();

  private Doubts() {}

  /**
   * The event that all of the step is in doubt; none for a step that only reads, since it can
   * simply be repeated.
   */
  static Option<Event> of(Step step) {
    return step.fold(OF_STEP);
  }

  /** Whether a part of the step had no answer: the engine then pauses before it goes on. */
  static boolean isIn(Event event) {
    return event.fold(IN_EVENT);
  }

  private static final class InEvent implements Event.Cases<Boolean> {

    @Override
    public Boolean inserted(Event.Inserted event) {
      return event.outcomes().contains(BeginOutcome.IN_DOUBT);
    }

    @Override
    public Boolean matched(Event.Matched event) {
      return event.outcomes().contains(MatchOutcome.IN_DOUBT);
    }

    @Override
    public Boolean placed(Event.Placed event) {
      return event.answers().stream().anyMatch(answer -> answer.kind() == Answer.Kind.IN_DOUBT);
    }

    @Override
    public Boolean seen(Event.Seen event) {
      return false;
    }

    @Override
    public Boolean gaveUp(Event.GaveUp event) {
      return false;
    }
  }

  private static final class OfStep implements Step.Cases<Option<Event>> {

    @Override
    public Option<Event> insert(Step.Insert step) {
      int asked = step.record().id().isOfMany() ? 1 + step.record().members().size() : 1;
      return Option.some(new Event.Inserted(Collections.nCopies(asked, BeginOutcome.IN_DOUBT)));
    }

    private static Option<Event> matched(int asked) {
      return Option.some(new Event.Matched(Collections.nCopies(asked, MatchOutcome.IN_DOUBT)));
    }

    @Override
    public Option<Event> move(Step.Move step) {
      return matched(1);
    }

    @Override
    public Option<Event> take(Step.Take step) {
      return matched(step.takes().size());
    }

    @Override
    public Option<Event> place(Step.Place step) {
      return Option.some(
          new Event.Placed(Collections.nCopies(step.claims().size(), Answer.inDoubt())));
    }

    @Override
    public Option<Event> stamp(Step.Stamp step) {
      return matched(step.holds().size());
    }

    @Override
    public Option<Event> end(Step.End step) {
      return matched(step.holds().size());
    }

    @Override
    public Option<Event> read(Step.Read step) {
      return Option.none();
    }

    @Override
    public Option<Event> stop(Step.Stop step) {
      return Option.none();
    }
  }
}
