package io.twophase.console.http;

import java.util.Objects;

/**
 * A caller of the console.
 *
 * @param name as it is written beside each action, 1 to 100 characters
 * @param role how much this caller may do
 */
public record Caller(String name, Role role) {

  /**
   * @throws IllegalArgumentException if the name is blank or too long
   */
  public Caller {
    Objects.requireNonNull(role, "role");
    if (name.isBlank() || name.length() > 100) {
      throw new IllegalArgumentException("a caller's name has 1 to 100 characters: " + name);
    }
  }
}
