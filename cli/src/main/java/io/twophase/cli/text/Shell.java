package io.twophase.cli.text;

import java.nio.charset.StandardCharsets;

/** Words of command lines that people copy into a shell. */
public final class Shell {

  private Shell() {}

  /**
   * One word of a POSIX shell, which the shell reads as exactly this text. A text that a terminal
   * would not show as it is, is spelled by its bytes; such a text may not end with a line end.
   */
  public static String quoted(String text) {
    return Lines.isVisible(text)
        ? "'" + text.replace("'", "'\\''") + "'"
        : "\"$(printf %b '" + spelled(text) + "')\"";
  }

  private static String spelled(String text) {
    StringBuilder spelled = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = one > ' ' && one < 0x7f && one != '\'' && one != '\\';
      spelled.append(isPlain ? String.valueOf((char) one) : "\\0%03o".formatted(one & 0xff));
    }
    return spelled.toString();
  }
}
