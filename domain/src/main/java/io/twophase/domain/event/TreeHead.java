package io.twophase.domain.event;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of all leaves of a tree: who has it can tell whether any of them was changed since. It
 * is worth something where it is kept out of reach of whoever can write to the store.
 *
 * @param size how many leaves the tree has
 * @param root the digest above all of them
 */
public record TreeHead(long size, Digest root) {

  private static final Pattern HEAD = Pattern.compile("([0-9]{1,18}):(.*)");

  /** The head of a tree without leaves. */
  public static final TreeHead EMPTY = new TreeHead(0, Digest.OF_NOTHING);

  /**
   * @throws IllegalArgumentException if the size is below zero
   */
  public TreeHead {
    if (size < 0) {
      throw new IllegalArgumentException("a tree of " + size + " leaves");
    }
  }

  /** Reads a head from what {@link #toString} says; none from any other text. */
  public static Optional<TreeHead> parse(String text) {
    Matcher head = HEAD.matcher(text);
    return head.matches()
        ? Digest.parse(head.group(2)).map(root -> new TreeHead(Long.parseLong(head.group(1)), root))
        : Optional.empty();
  }

  /** One line for people to keep: {@code 42:6e34…}, with all 64 hexadecimal digits. */
  @Override
  public String toString() {
    return size + ":" + root;
  }
}
