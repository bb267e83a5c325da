package io.twophase.planted.layers.app.event;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Events ask no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
