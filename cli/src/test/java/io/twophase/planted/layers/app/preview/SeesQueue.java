package io.twophase.planted.layers.app.preview;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** A preview asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
