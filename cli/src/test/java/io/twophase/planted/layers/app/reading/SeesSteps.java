package io.twophase.planted.layers.app.reading;

import io.twophase.planted.layers.domain.protocol.Step;

/** Reading takes no part in transactions. */
public interface SeesSteps {

  Step step();
}
