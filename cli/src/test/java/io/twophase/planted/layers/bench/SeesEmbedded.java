package io.twophase.planted.layers.bench;

import io.twophase.planted.layers.embedded.SeesPorts;

/** The benchmark reaches its server over the wire. */
public interface SeesEmbedded {

  SeesPorts seesPorts();
}
