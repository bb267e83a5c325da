package io.twophase.adapter.mongo.probe;

import io.twophase.ports.StoreException;

/**
 * The server did not say what a step of the probe did: the connection broke, say. That tells
 * nothing of its operators, so the probe is repeated from the start.
 */
final class ProbeInDoubtException extends StoreException {

  private static final long serialVersionUID = 1L;

  /** Says in {@code message} which step it was, and what was answered. */
  ProbeInDoubtException(String message) {
    super(message);
  }
}
