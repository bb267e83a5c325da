package io.twophase.planted.layers.app.commit;

import io.twophase.planted.layers.app.engine.SeesExecutors;

/** Group commit knows batches, and not what runs them. */
public interface SeesEngine {

  SeesExecutors seesExecutors();
}
