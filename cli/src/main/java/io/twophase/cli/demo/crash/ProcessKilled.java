package io.twophase.cli.demo.crash;

/** Stands for the end of a process in the middle of its work: nothing catches it but the demo. */
public final class ProcessKilled extends Error {

  private static final long serialVersionUID = 1L;

  ProcessKilled() {
    super("the process is killed here", null, false, false);
  }
}
