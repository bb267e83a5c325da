package io.twophase.planted.layers.app.audit;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** The audit shares no code with the engine that it judges. */
public interface SeesEngine {

  SeesExecutors seesExecutors();
}
