package io.twophase.domain.protocol;

import io.vavr.control.Option;

/**
 * How a worker deals with what others hold.
 *
 * @param inOrder whether it has met a document that others hold, and has placed its holds in {@link
 *     WaitingOrder} since
 * @param backOff what it is giving back meanwhile, if anything
 */
record Waiting(boolean inOrder, Option<BackOff> backOff) {

  /** It has met nothing that others hold. */
  static final Waiting NOT_YET = new Waiting(false, Option.none());

  /** It places its holds one after the other. */
  static final Waiting IN_ORDER = new Waiting(true, Option.none());

  /** It gives back what it holds, and then places its holds one after the other. */
  static Waiting after(BackOff backOff) {
    return new Waiting(true, Option.some(backOff));
  }
}
