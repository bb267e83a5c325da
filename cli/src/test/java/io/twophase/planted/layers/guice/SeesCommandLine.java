package io.twophase.planted.layers.guice;

import io.twophase.planted.layers.cli.SeesDriver;

/** The Guice modules bind the library alone. */
public interface SeesCommandLine {

  SeesDriver commandLine();
}
