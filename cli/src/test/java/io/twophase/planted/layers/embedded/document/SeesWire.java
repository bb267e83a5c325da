package io.twophase.planted.layers.embedded.document;

import io.twophase.planted.layers.embedded.wire.SeesStorage;

/** Documents know no connection. */
public interface SeesWire {

  SeesStorage wire();
}
