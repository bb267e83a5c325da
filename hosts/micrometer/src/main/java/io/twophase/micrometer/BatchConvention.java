package io.twophase.micrometer;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.twophase.micrometer.TwoPhaseObservation.BatchContext;

/**
 * The names of observed batches. A host that wants other names or keys overrides what it wants, and
 * registers it with its registry as a {@link GlobalObservationConvention}.
 */
public interface BatchConvention extends ObservationConvention<BatchContext> {

  /** The one that is used without another. */
  final class Standard implements BatchConvention {}

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof BatchContext;
  }

  @Override
  default String getName() {
    return "twophase.batch";
  }

  @Override
  default String getContextualName(BatchContext context) {
    return "twophase batch";
  }

  @Override
  default KeyValues getHighCardinalityKeyValues(BatchContext context) {
    return KeyValues.of(
        TwoPhaseObservation.Key.BATCH_SIZE.withValue(
            String.valueOf(context.transactions().size())));
  }
}
