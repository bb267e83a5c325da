package io.twophase.app.engine;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.vavr.control.Option;
import java.util.Collections;

/** What a worker is told whose step was sent and had no answer. */
final class InDoubtEvents {

  private InDoubtEvents() {}

  /** All of it in doubt; nothing for a step that only reads, which may be made again as it is. */
  static Option<Event> of(Step step) {
    if (step instanceof Step.Begin || step instanceof Step.Submit) {
      return Option.some(new Event.Inserted(BeginOutcome.IN_DOUBT));
    } else if (step instanceof Step.Move) {
      return Option.some(new Event.Moved(MatchOutcome.IN_DOUBT));
    } else if (step instanceof Step.Holding holds) {
      int asked = holds.operations().size();
      return Option.some(new Event.Holds(Collections.nCopies(asked, HoldOutcome.inDoubt())));
    } else if (step instanceof Step.OnDocuments documents) {
      int asked = documents.operations().size();
      return Option.some(new Event.Matches(Collections.nCopies(asked, MatchOutcome.IN_DOUBT)));
    }
    return Option.none();
  }
}
