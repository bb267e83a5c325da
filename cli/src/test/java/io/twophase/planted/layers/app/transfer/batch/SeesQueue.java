package io.twophase.planted.layers.app.transfer.batch;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** A batch knows of no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
