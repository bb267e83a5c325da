package io.twophase.planted.layers.embedded.wire;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** The wire protocol knows no documents. */
public interface SeesStorage {

  SeesServer storage();
}
