package io.twophase.app.cli;

/** Lines about rows on stderr, as many as somebody reads. */
final class Notes {

  private static final int SHOWN = 20;

  private final TwophaseCommand root;
  private final String rest;
  private int count;

  /**
   * Notes of {@code root}.
   *
   * @param rest what is said in place of those beyond the limit
   */
  Notes(TwophaseCommand root, String rest) {
    this.root = root;
    this.rest = rest;
  }

  void show(String line) {
    count++;
    if (count <= SHOWN) {
      root.note(line);
    } else if (count == SHOWN + 1) {
      root.note(rest);
    }
  }
}
