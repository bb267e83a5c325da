package io.twophase.planted.layers;

import io.twophase.planted.layers.embedded.SeesPorts;

/** The wiring knows of no server. */
public interface SeesEmbedded {

  SeesPorts seesPorts();
}
