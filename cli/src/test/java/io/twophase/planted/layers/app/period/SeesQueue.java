package io.twophase.planted.layers.app.period;

import io.twophase.planted.layers.app.transfer.queue.SeesEngine;

/** A period asks no queue: it is given what runs transactions. */
public interface SeesQueue {

  SeesEngine queue();
}
