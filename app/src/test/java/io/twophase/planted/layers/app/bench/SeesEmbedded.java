package io.twophase.planted.layers.app.bench;

import io.twophase.planted.layers.app.embedded.SeesPorts;

/** The benchmark reaches its server over the wire. */
public interface SeesEmbedded {

  SeesPorts seesPorts();
}
