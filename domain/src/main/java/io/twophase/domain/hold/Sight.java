package io.twophase.domain.hold;

import java.util.Optional;

/**
 * A store tells what it saw where a target was looked for.
 *
 * @param kind which of the others say something
 * @param id names it, in words
 * @param stored the target as it was read, whole
 * @param fault the field that cannot be read, and what is wrong with it
 */
public record Sight(Kind kind, String id, Optional<Stored> stored, Optional<String> fault) {

  /** The kinds of sight. */
  public enum Kind {
    /** The target is there; it may be a placeholder. */
    FOUND,
    /** The target does not exist, nor a placeholder for it. */
    ABSENT,
    /** Something is there that this version cannot read; it is left alone. */
    UNREADABLE
  }

  /** The target is there. */
  public static Sight found(Stored stored) {
    return new Sight(Kind.FOUND, stored.target().toString(), Optional.of(stored), Optional.empty());
  }

  /** The target does not exist. */
  public static Sight absent(Target target) {
    return new Sight(Kind.ABSENT, target.toString(), Optional.empty(), Optional.empty());
  }

  /** Something is there that cannot be read. */
  public static Sight unreadable(String id, String fault) {
    return new Sight(Kind.UNREADABLE, id, Optional.empty(), Optional.of(fault));
  }
}
