package io.twophase.domain.event;

import java.util.Optional;

/**
 * The name of all leaves of a tree: who has it can tell whether any of them was changed since. It
 * is worth something where it is kept out of reach of whoever can write to the store.
 *
 * @param size how many leaves the tree has
 * @param root the digest above all of them
 */
public record TreeHead(long size, Digest root) {

  private static final int MOST_DIGITS = 18;

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
    int colon = text.indexOf(':');
    if (colon < 1 || colon > MOST_DIGITS) {
      return Optional.empty();
    }
    String size = text.substring(0, colon);
    return (size.chars().allMatch(each -> each >= '0' && each <= '9')
            ? Optional.of(Long.parseLong(size))
            : Optional.<Long>empty())
        .flatMap(
            leaves ->
                Digest.parse(text.substring(colon + 1)).map(root -> new TreeHead(leaves, root)));
  }

  /** One line for people to keep: {@code 42:6e34…}, with all 64 hexadecimal digits. */
  @Override
  public String toString() {
    return size + ":" + root;
  }
}
