package io.twophase.planted.layers.domain.id;

import io.twophase.planted.layers.ports.Port;

/** The domain knows of no port. */
public interface SeesPorts {

  Port port();
}
