package io.twophase.console.http;

/** The role of a caller says how much the caller may do. */
public enum Role {
  /** May look. */
  VIEWER,
  /** May look and act, where the console is started with actions. */
  OPERATOR;

  /** Returns whether a caller in this role may do what needs the other one. */
  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
