package io.twophase.planted.layers.app.engine;

import io.twophase.planted.layers.app.transfer.SeesAdapters;

/** The engine knows of no use case. */
public interface SeesUseCases {

  SeesAdapters seesAdapters();
}
