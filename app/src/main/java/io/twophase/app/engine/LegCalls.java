package io.twophase.app.engine;

import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.protocol.Event;
import io.twophase.ports.ParticipantRepository;
import java.util.List;
import java.util.function.Function;

/** The calls on what transactions hold, one for each kind of step. */
record LegCalls(
    LegCall<HoldOutcome> hold,
    LegCall<MatchOutcome> stamp,
    LegCall<MatchOutcome> settle,
    LegCall<MatchOutcome> release,
    LegCall<MatchOutcome> withdraw) {

  static LegCalls of(ParticipantRepository participants) {
    return new LegCalls(
        new LegCall<>(participants::hold, Event.Holds::new),
        matching(participants::stamp),
        matching(participants::settle),
        matching(participants::release),
        matching(participants::withdraw));
  }

  private static LegCall<MatchOutcome> matching(
      Function<List<ParticipantLeg>, List<MatchOutcome>> call) {
    return new LegCall<>(call, outcomes -> new Event.Matches(List.copyOf(outcomes)));
  }
}
