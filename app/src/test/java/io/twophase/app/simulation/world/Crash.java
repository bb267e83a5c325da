package io.twophase.app.simulation.world;

/** Stands for the death of a process: nothing in the code under test catches it. */
public final class Crash extends Error {

  private static final long serialVersionUID = 1L;

  Crash() {
    super("the process dies here", null, false, false);
  }
}
