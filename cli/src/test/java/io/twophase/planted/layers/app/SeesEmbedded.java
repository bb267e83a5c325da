package io.twophase.planted.layers.app;

import io.twophase.planted.layers.embedded.SeesPorts;

/** The wiring knows of no server. */
public interface SeesEmbedded {

  SeesPorts seesPorts();
}
