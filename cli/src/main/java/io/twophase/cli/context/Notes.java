package io.twophase.cli.context;

/** Lines about rows on stderr, as many as somebody reads. */
public final class Notes {

  private static final int SHOWN = 20;

  private final CommandContext context;
  private final String rest;
  private int count;

  /**
   * Notes of {@code context}.
   *
   * @param rest what is said in place of those beyond the limit
   */
  public Notes(CommandContext context, String rest) {
    this.context = context;
    this.rest = rest;
  }

  public void show(String line) {
    count++;
    if (count <= SHOWN) {
      context.note(line);
    } else if (count == SHOWN + 1) {
      context.note(rest);
    }
  }
}
