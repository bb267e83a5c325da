package io.twophase.planted.layers.embedded.storage;

import io.twophase.planted.layers.embedded.SeesPorts;

/** The storage holds bytes and knows no server. */
public interface SeesServer {

  SeesPorts server();
}
