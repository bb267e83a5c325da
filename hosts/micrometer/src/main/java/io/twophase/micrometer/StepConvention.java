package io.twophase.micrometer;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.twophase.micrometer.TwoPhaseObservation.StepContext;
import java.util.Locale;

/**
 * The names of observed steps. A host that wants other names or keys overrides what it wants, and
 * registers it with its registry as a {@link GlobalObservationConvention}.
 */
public interface StepConvention extends ObservationConvention<StepContext> {

  /** The one that is used without another. */
  final class Standard implements StepConvention {}

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof StepContext;
  }

  @Override
  default String getName() {
    return "twophase.step";
  }

  @Override
  default String getContextualName(StepContext context) {
    return "twophase " + name(context).replace('_', ' ');
  }

  @Override
  default KeyValues getLowCardinalityKeyValues(StepContext context) {
    return KeyValues.of(TwoPhaseObservation.Key.STEP.withValue(name(context)));
  }

  @Override
  default KeyValues getHighCardinalityKeyValues(StepContext context) {
    return KeyValues.of(
        TwoPhaseObservation.Key.STEP_TRANSACTIONS.withValue(
            String.valueOf(context.transactions())));
  }

  private static String name(StepContext context) {
    return context.step().name().toLowerCase(Locale.ROOT);
  }
}
