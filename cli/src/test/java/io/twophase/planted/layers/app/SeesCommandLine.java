package io.twophase.planted.layers.app;

import io.twophase.planted.layers.cli.SeesDriver;

/** The wiring is not for the command line alone. */
public interface SeesCommandLine {

  SeesDriver seesDriver();
}
