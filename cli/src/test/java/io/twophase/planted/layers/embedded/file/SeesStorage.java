package io.twophase.planted.layers.embedded.file;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** The lock knows no storage. */
public interface SeesStorage {

  SeesServer storage();
}
