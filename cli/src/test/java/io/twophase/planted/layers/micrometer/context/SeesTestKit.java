package io.twophase.planted.layers.micrometer.context;

import io.twophase.planted.layers.junit.SeesEngine;

/** What callers carry is taken and given, whoever they are. */
public interface SeesTestKit {

  SeesEngine other();
}
