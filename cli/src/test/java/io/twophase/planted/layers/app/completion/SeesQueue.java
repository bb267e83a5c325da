package io.twophase.planted.layers.app.completion;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** What completes futures knows of no transfer. */
public interface SeesQueue {

  SeesEngine queue();
}
