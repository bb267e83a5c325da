package io.twophase.planted.layers.app.retention;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Retention asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
