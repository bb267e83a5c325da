package io.twophase.test.fault;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.ports.RangeRepository;
import java.util.List;

/**
 * Accounts as batches hold them, whose writes go wrong where {@link Faults} are planned. A call
 * with a read in it is no write: what it writes besides goes well.
 */
final class FaultyRanges implements RangeRepository {

  private final RangeRepository sound;
  private final Faults faults;

  FaultyRanges(RangeRepository sound, Faults faults) {
    this.sound = sound;
    this.faults = faults;
  }

  @Override
  public List<RangeReply> ask(List<RangeCall> calls) {
    if (calls.isEmpty() || !calls.stream().allMatch(RangeKinds::isWrite)) {
      return sound.ask(calls);
    }
    return faults.strike(
        RangeKinds.of(calls.get(0)),
        calls,
        Touch::of,
        sound::ask,
        new RangeReply.Counted(MatchOutcome.IN_DOUBT));
  }
}
