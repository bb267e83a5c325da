package io.twophase.app.event;

import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.event.NumberingResult;
import io.twophase.domain.event.NumberingStep;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import java.util.Collections;
import java.util.List;

/**
 * Runs the passes that give decided records their numbers. Safe beside any number of passes, in any
 * number of processes. Thread-safe.
 */
public record Numbering(EventRepository events) {

  /**
   * One pass: until all that was decided before it is numbered, or another pass or an answer in
   * doubt leaves it to the next.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public NumberingResult run() {
    NumberingPass pass = NumberingPass.begin();
    List<RecordId> before = List.of();
    while (true) {
      if (pass.step() instanceof NumberingStep.Stop stop) {
        return stop.result();
      }
      if (pass.step() instanceof NumberingStep.ListUnnumbered) {
        List<RecordId> now = events.unnumbered();
        // all that the list before had is numbered; what was decided since is for the next pass
        boolean isSince =
            !before.isEmpty()
                && before.size() < EventRepository.MOST_AT_ONCE
                && Collections.disjoint(now, before);
        pass = pass.listed(isSince ? List.of() : now);
        before = now;
      } else {
        pass = after(pass);
      }
    }
  }

  /** Each step is one call on the port. */
  private NumberingPass after(NumberingPass pass) {
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
    // what is confirmed first: the numbers are read from there
    long confirmed = events.confirmed();
    return pass.looked(confirmed, events.numbered(confirmed));
  }
}
