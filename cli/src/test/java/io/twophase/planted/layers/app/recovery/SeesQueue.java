package io.twophase.planted.layers.app.recovery;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Recovery asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
