package io.twophase.test.fault;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.test.forwarding.ForwardingBatches;
import java.util.Collections;
import java.util.List;

/** Records of batches whose begins and transitions go wrong where {@link Faults} are planned. */
final class FaultyBatches extends ForwardingBatches {

  private final Faults faults;

  FaultyBatches(BatchRepository sound, Faults faults) {
    super(sound);
    this.faults = faults;
  }

  @Override
  public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
    BatchBegun inDoubt =
        new BatchBegun(
            BeginOutcome.IN_DOUBT,
            Collections.nCopies(batch.transfers().size(), BeginOutcome.IN_DOUBT));
    return faults
        .strike(
            WriteKind.BEGIN,
            List.of(batch),
            begun -> Touch.of(WriteKind.BEGIN, begun.id()),
            begun -> List.of(super.begin(begun.get(0), owner)),
            inDoubt)
        .get(0);
  }

  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    return faults.strike(
        WriteKind.ADVANCE, transitions, Touch::of, super::advance, MatchOutcome.IN_DOUBT);
  }
}
