package io.twophase.test.fault;

/**
 * Stands for the death of a process, and ends whatever it was doing: an error, so that no handler
 * of exceptions takes it for a fault that can be lived with.
 */
public final class ProcessDied extends Error {

  private static final long serialVersionUID = 1L;

  ProcessDied(String message) {
    super(message);
  }
}
