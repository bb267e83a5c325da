package io.twophase.cli.context;

import java.util.HashSet;
import java.util.Set;

/** Lines about rows on stderr, as many as somebody reads. */
public final class Notes {

  private static final int SHOWN = 20;

  private final CommandContext context;
  private final String rest;
  private final Set<String> faults = new HashSet<>();
  private boolean repeats;
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

  /**
   * Shows a line that ends with why, unless one with the same end was shown: one full disk is one
   * fault, however many rows meet it.
   */
  public void show(String what, String why) {
    if (faults.add(why)) {
      show(what + why);
    } else if (!repeats) {
      repeats = true;
      show("others follow for the same reason");
    }
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
