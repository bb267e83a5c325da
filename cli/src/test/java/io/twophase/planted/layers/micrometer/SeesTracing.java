package io.twophase.planted.layers.micrometer;

import io.twophase.planted.layers.micrometer.tracing.Spans;

/** Meters do without the tracers, which a host may leave out. */
public interface SeesTracing {

  Spans spans();
}
