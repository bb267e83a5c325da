package io.twophase.planted.layers.app.compensation;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Compensation asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
