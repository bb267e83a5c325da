package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.twophase.micrometer.TwoPhaseObservation.BatchContext;

/**
 * Makes a span of each shared batch, with a link to the span of each of its transactions: these may
 * be of different traces, so that it can be a child of none. To be registered before other handlers
 * that make spans, such as first in a {@code FirstMatchingCompositeObservationHandler}; without it,
 * the batch has the same span without links.
 */
public final class BatchSpans extends DefaultTracingObservationHandler {

  /** Spans of {@code tracer}. */
  public BatchSpans(Tracer tracer) {
    super(tracer);
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof BatchContext;
  }

  @Override
  public void onStart(Observation.Context context) {
    Span.Builder builder = getTracer().spanBuilder();
    Span parent = getParentSpan(context);
    if (parent == null) {
      builder.setNoParent();
    } else {
      builder.setParent(parent.context());
    }
    ((BatchContext) context)
        .transactions()
        .forEach(
            transaction -> {
              TracingContext tracing = transaction.getContextView().get(TracingContext.class);
              if (tracing != null && tracing.getSpan() != null) {
                builder.addLink(new Link(tracing.getSpan()));
              }
            });
    getTracingContext(context).setSpan(builder.start());
  }
}
