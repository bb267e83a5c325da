package io.twophase.planted.layers.app.authorization;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** Authorizations ask no queue. */
public interface SeesQueue {

  SeesEngine queue();
}
