package io.twophase.planted.layers.app.wiring;

import io.twophase.planted.layers.app.cli.SeesDriver;

/** The wiring is not for the command line alone. */
public interface SeesCommandLine {

  SeesDriver seesDriver();
}
