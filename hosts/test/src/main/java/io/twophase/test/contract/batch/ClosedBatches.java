package io.twophase.test.contract.batch;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.forwarding.ForwardingBatches;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Batches that are read as they were left, closed ones too. A store may acknowledge before a read
 * shows it that a record was closed, or names no member left out any more; so the record is read
 * until it does.
 */
final class ClosedBatches extends ForwardingBatches {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  ClosedBatches(BatchRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    List<MatchOutcome> outcomes = super.advance(transitions);
    for (int at = 0; at < outcomes.size(); at++) {
      if (transitions.get(at).isClosing() && outcomes.get(at) == MatchOutcome.MATCHED) {
        await(transitions.get(at).batch(), record -> record.state().isFinal());
      }
    }
    return outcomes;
  }

  @Override
  public MatchOutcome forgetLeftOut(BatchId id) {
    MatchOutcome outcome = super.forgetLeftOut(id);
    if (outcome == MatchOutcome.MATCHED) {
      await(id, record -> !record.leavesOut());
    }
    return outcome;
  }

  private void await(BatchId id, Predicate<BatchRecord> expected) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!find(List.of(id)).get(0).read().exists(expected)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no read shows within " + LIMIT + " how " + id + " was left");
      }
      Moment.pass();
    }
  }
}
