package io.twophase.planted.layers.app.transfer;

import io.twophase.planted.layers.app.engine.SeesUseCases;

/** A request and its outcome know nothing of what runs them. */
public interface SeesEngine {

  SeesUseCases engine();
}
