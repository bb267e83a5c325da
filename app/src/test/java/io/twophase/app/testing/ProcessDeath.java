package io.twophase.app.testing;

/** Stands for the death of a process: nothing in the code under test catches it. */
public final class ProcessDeath extends Error {

  private static final long serialVersionUID = 1L;

  ProcessDeath() {
    super("the process dies here", null, false, false);
  }
}
