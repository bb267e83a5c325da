package io.twophase.planted.layers.embedded.query;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** Queries know no bytes. */
public interface SeesStorage {

  SeesServer storage();
}
