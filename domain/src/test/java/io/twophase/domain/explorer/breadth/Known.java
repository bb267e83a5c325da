package io.twophase.domain.explorer.breadth;

/** The states met so far, numbered from 0, and from which one each was first met. */
public interface Known<S> {

  int size();

  /** The number of a state, which is given one if it is new. */
  int met(S state, int origin);

  /** The state of a number, to be read before the next one is asked for. */
  S get(int number);

  /** From which state it was first come to; of the first one, -1. */
  int origin(int number);
}
