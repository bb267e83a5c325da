package io.twophase.planted.layers.app.statement;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** A statement asks no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
