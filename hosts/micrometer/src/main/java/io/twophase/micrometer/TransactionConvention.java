package io.twophase.micrometer;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.twophase.micrometer.TwoPhaseObservation.TransactionContext;

/**
 * The names of observed transactions. A host that wants other names or keys overrides what it
 * wants, and registers it with its registry as a {@link GlobalObservationConvention}.
 */
public interface TransactionConvention extends ObservationConvention<TransactionContext> {

  /** The one that is used without another. */
  final class Standard implements TransactionConvention {}

  /** For values that there are not. */
  String NONE = "none";

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof TransactionContext;
  }

  @Override
  default String getName() {
    return "twophase.transaction";
  }

  @Override
  default String getContextualName(TransactionContext context) {
    return "twophase transaction";
  }

  @Override
  default KeyValues getLowCardinalityKeyValues(TransactionContext context) {
    String unknown = context.getError() == null ? NONE : Result.FAILED;
    Result result =
        context.outcome().map(Result::of).orElseGet(() -> new Result(unknown, NONE, false));
    return KeyValues.of(
        TwoPhaseObservation.Key.OUTCOME.withValue(result.outcome()),
        TwoPhaseObservation.Key.REFUSAL.withValue(result.refusal()),
        TwoPhaseObservation.Key.FOUND.withValue(String.valueOf(result.wasFound())));
  }

  @Override
  default KeyValues getHighCardinalityKeyValues(TransactionContext context) {
    return KeyValues.of(TwoPhaseObservation.Key.TRANSACTION_ID.withValue(context.id().value()));
  }
}
