package io.twophase.app.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.event.NumberingResult;
import io.twophase.domain.event.NumberingStep;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import java.util.List;

/**
 * Runs the passes that give decided records their numbers. Safe beside any number of passes, in any
 * number of processes. Thread-safe.
 */
public final class Numbering {

  private final EventRepository events;

  /** Of one store. */
  public Numbering(EventRepository events) {
    this.events = events;
  }

  /**
   * One pass: until all that was decided before it is numbered, or another pass or an answer in
   * doubt leaves it to the next.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public NumberingResult run() {
    NumberingPass pass = NumberingPass.begin();
    while (true) {
      if (pass.step() instanceof NumberingStep.Stop stop) {
        return stop.result();
      }
      pass = pass.step().fold(new Calls(events, pass));
    }
  }

  /** Each step as one call on the port. */
  private record Calls(EventRepository events, NumberingPass pass)
      implements NumberingStep.Cases<NumberingPass> {

    /** What is confirmed first: the numbers are read from there. */
    @Override
    public NumberingPass look(NumberingStep.Look step) {
      long confirmed = events.confirmed();
      List<NumberedRecord> behind = events.numbered(confirmed);
      return pass.looked(confirmed, behind);
    }

    @Override
    public NumberingPass mark(NumberingStep.Mark step) {
      return pass.marked(events.mark(step.records()) == MatchOutcome.MATCHED);
    }

    @Override
    public NumberingPass confirm(NumberingStep.Confirm step) {
      return pass.confirmed(events.confirm(step.upTo()) == MatchOutcome.MATCHED);
    }

    @Override
    public NumberingPass list(NumberingStep.ListUnnumbered step) {
      return pass.listed(events.unnumbered());
    }

    @Override
    public NumberingPass give(NumberingStep.Give step) {
      events.give(step.first(), step.records());
      return pass.sent();
    }

    @Override
    public NumberingPass stop(NumberingStep.Stop step) {
      return pass;
    }
  }
}
