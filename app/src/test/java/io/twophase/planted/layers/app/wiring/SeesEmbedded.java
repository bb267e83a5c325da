package io.twophase.planted.layers.app.wiring;

import io.twophase.planted.layers.app.embedded.SeesPorts;

/** The wiring knows of no server. */
public interface SeesEmbedded {

  SeesPorts seesPorts();
}
