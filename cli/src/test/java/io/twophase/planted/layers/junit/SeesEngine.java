package io.twophase.planted.layers.junit;

import io.twophase.planted.layers.app.engine.SeesUseCases;

/** What hosts test with knows the front door, and not the engine. */
public interface SeesEngine {

  SeesUseCases engine();
}
