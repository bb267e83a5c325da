package io.twophase.planted.layers.app.embedded.storage;

import io.twophase.planted.layers.app.embedded.SeesPorts;

/** The storage holds bytes and knows no server. */
public interface SeesServer {

  SeesPorts server();
}
