package io.twophase.planted.layers.app.deadline;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** What knows deadlines knows nobody who waits. */
public interface SeesQueue {

  SeesEngine queue();
}
