package io.twophase.app.equality;

import java.util.List;
import java.util.function.Function;

/**
 * One call on a port.
 *
 * @param words what is asked, for people
 * @param on makes it, and answers
 * @param agreement what is asked of two answers to it
 */
record Call(String words, Function<Ports, List<?>> on, Agreement agreement) {

  @Override
  public String toString() {
    return words;
  }
}
