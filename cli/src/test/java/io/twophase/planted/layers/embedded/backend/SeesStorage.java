package io.twophase.planted.layers.embedded.backend;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** Commands reach the storage by the documents. */
public interface SeesStorage {

  SeesServer storage();
}
