package io.twophase.planted.layers.bench;

import io.twophase.planted.layers.cli.SeesDriver;

/** The benchmark measures; it is not the command line. */
public interface SeesCommandLine {

  SeesDriver seesDriver();
}
