package io.twophase.planted.layers.micrometer;

import io.twophase.planted.layers.micrometer.tracing.SeesTestKit;

/** Meters do without the tracers, which a host may leave out. */
public interface SeesTracing {

  SeesTestKit tracing();
}
