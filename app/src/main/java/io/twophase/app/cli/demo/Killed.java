package io.twophase.app.cli.demo;

/** Stands for the end of a process in the middle of its work: nothing catches it but the demo. */
final class Killed extends Error {

  private static final long serialVersionUID = 1L;

  Killed() {
    super("the process is killed here", null, false, false);
  }
}
