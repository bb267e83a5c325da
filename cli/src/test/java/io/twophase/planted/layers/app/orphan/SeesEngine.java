package io.twophase.planted.layers.app.orphan;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** What proves a hold an orphan is there for the engine, and does not know it. */
public interface SeesEngine {

  SeesExecutors engine();
}
