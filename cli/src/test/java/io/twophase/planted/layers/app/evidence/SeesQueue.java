package io.twophase.planted.layers.app.evidence;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Evidence asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
