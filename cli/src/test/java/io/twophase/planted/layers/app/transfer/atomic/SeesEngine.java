package io.twophase.planted.layers.app.transfer.atomic;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** The shortcut knows its port, and not the engine that runs what is left. */
public interface SeesEngine {

  SeesExecutors seesExecutors();
}
