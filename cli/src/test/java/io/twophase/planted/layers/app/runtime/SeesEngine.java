package io.twophase.planted.layers.app.runtime;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** Threads and ids know of no transaction. */
public interface SeesEngine {

  SeesExecutors engine();
}
