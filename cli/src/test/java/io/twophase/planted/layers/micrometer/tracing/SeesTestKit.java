package io.twophase.planted.layers.micrometer.tracing;

import io.twophase.planted.layers.junit.SeesEngine;

/** Spans are made of observations, and of nothing else of Twophase. */
public interface SeesTestKit {

  SeesEngine other();
}
