package io.twophase.planted.layers.embedded.upgrade;

import io.twophase.planted.layers.embedded.storage.SeesServer;

/** What reads the older format writes none of the newer. */
public interface SeesStorage {

  SeesServer storage();
}
