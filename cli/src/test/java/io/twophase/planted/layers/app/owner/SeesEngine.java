package io.twophase.planted.layers.app.owner;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** Who watches owners runs no transaction. */
public interface SeesEngine {

  SeesExecutors engine();
}
