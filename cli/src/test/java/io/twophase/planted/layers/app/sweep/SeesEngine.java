package io.twophase.planted.layers.app.sweep;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** The sweep runs no transaction. */
public interface SeesEngine {

  SeesExecutors engine();
}
