package io.twophase.domain;

import java.util.List;
import java.util.Objects;

/** The checks of what a caller gives, at the place where it is given. */
public final class Given {

  private Given() {}

  /**
   * An immutable copy of a list.
   *
   * @param name what the parameter is called, for the message
   * @throws NullPointerException if the list is missing, or one of its elements; the message names
   *     it
   */
  public static <T> List<T> list(List<? extends T> given, String name) {
    Objects.requireNonNull(given, name);
    try {
      return List.copyOf(given);
    } catch (NullPointerException missing) {
      throw new NullPointerException(name + " has nothing at place " + given.indexOf(null));
    }
  }
}
