package io.twophase.planted.layers.app.transfer.queue;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** Group commit knows batches, and not what runs them. */
public interface SeesEngine {

  SeesExecutors seesExecutors();
}
