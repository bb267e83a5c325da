package io.twophase.planted.layers.app.batch;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** The engine of batches knows of no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
