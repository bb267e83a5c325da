package io.twophase.planted.host;

import io.twophase.cli.Cli;

/** Nor is the command line, from within a program. */
interface CallsTheCommandLine {

  Cli cli();
}
