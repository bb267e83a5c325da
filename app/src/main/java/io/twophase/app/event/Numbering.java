package io.twophase.app.event;

import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.event.NumberingResult;
import io.twophase.domain.event.NumberingStep;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import java.util.List;

/**
 * Runs the passes that give decided records their numbers. Safe beside any number of passes, in any
 * number of processes. Thread-safe.
 */
public record Numbering(EventRepository events) {

  /**
   * Runs one pass, which ends once all is numbered that was decided before, or leaves the rest to
   * the next one after another pass or an answer in doubt.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public NumberingResult run() {
    NumberingPass pass = NumberingPass.begin();
    while (true) {
      if (pass.step() instanceof NumberingStep.Stop stop) {
        return stop.result();
      }
      pass = after(pass);
    }
  }

  /** Each step is one call on the port. */
  private NumberingPass after(NumberingPass pass) {
    if (pass.step() instanceof NumberingStep.Look) {
      // what is confirmed first: the numbers are read from there
      long confirmed = events.confirmed();
      return pass.looked(confirmed, events.numbered(confirmed));
    }
    if (pass.step() instanceof NumberingStep.Mark step) {
      return pass.marked(events.mark(step.records()) == MatchOutcome.MATCHED);
    }
    if (pass.step() instanceof NumberingStep.Confirm step) {
      return pass.confirmed(events.confirm(step.upTo()) == MatchOutcome.MATCHED);
    }
    if (pass.step() instanceof NumberingStep.Give step) {
      events.give(step.first(), step.records());
      return pass.sent();
    }
    List<RecordId> unnumbered = events.unnumbered();
    return pass.listed(unnumbered, unnumbered.size() < EventRepository.MOST_AT_ONCE);
  }
}
