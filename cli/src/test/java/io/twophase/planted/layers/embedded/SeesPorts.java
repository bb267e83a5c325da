package io.twophase.planted.layers.embedded;

import io.twophase.planted.layers.ports.Port;

/** The embedded server is only a server. */
public interface SeesPorts {

  Port port();
}
