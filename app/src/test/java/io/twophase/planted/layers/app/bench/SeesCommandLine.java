package io.twophase.planted.layers.app.bench;

import io.twophase.planted.layers.app.cli.SeesDriver;

/** The benchmark measures; it is not the command line. */
public interface SeesCommandLine {

  SeesDriver seesDriver();
}
