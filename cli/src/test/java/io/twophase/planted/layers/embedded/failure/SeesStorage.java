package io.twophase.planted.layers.embedded.failure;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** Failures know no storage. */
public interface SeesStorage {

  SeesServer storage();
}
