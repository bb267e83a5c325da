package io.twophase.planted.layers.cli;

import io.twophase.planted.layers.app.engine.SeesUseCases;

/** The command line runs no engine. */
public interface SeesEngine {

  SeesUseCases seesUseCases();
}
