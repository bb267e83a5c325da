package io.twophase.cli.text;

import static java.util.stream.Collectors.joining;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines that people may be shown: one line, without secrets, without what a terminal would
 * obey.
 */
public final class Lines {

  private static final int LONGEST = 2_000;
  private static final int LONGEST_VALUE = 80;
  private static final String HIDDEN = "***";

  private static final Pattern LINE_END = Pattern.compile("\\s*\\R\\s*");

  /**
   * The user and the password of a URI, though its scheme is mistyped: all up to the last @, which
   * a password may have in it.
   */
  private static final Pattern CREDENTIALS =
      Pattern.compile("(://|\\bmongo[\\w+]*[:;/\\\\]+)[^\\s'\"]*@", Pattern.CASE_INSENSITIVE);

  /** A pattern of a text that is a store's and nothing else, however it is mistyped. */
  private static final Pattern STORE =
      Pattern.compile("(?!embedded:)([A-Za-z][\\w+.-]*[:;/\\\\]+)(.*)@.*", Pattern.DOTALL);

  private static final Pattern SECRET_OPTIONS =
      Pattern.compile(
          "((?:password|authMechanismProperties)=)[^&\\s'\"]+", Pattern.CASE_INSENSITIVE);

  /** Fewer characters would be found in words, too. */
  private static final int SHORTEST_PASSWORD = 4;

  private Lines() {}

  /**
   * The text as one line, as long as a person reads, with nothing of the credentials that {@code
   * store} may have in it.
   */
  public static String shown(String text, String store) {
    String line = LINE_END.matcher(withoutSecrets(text, store)).replaceAll(" ").strip();
    return middleCut(visible(line));
  }

  /** The text without the credentials of {@code store}, or of any other URI. */
  public static String withoutSecrets(String text, String store) {
    String hidden = text;
    Matcher credentials = STORE.matcher(store);
    if (credentials.matches()) {
      String user = credentials.group(2);
      String password = user.substring(user.indexOf(':') + 1);
      hidden = hidden.replace(user + "@", HIDDEN + "@");
      if (password.length() >= SHORTEST_PASSWORD && !password.equals(user)) {
        hidden = hidden.replace(password, HIDDEN).replace(decoded(password), HIDDEN);
      }
    }
    hidden = CREDENTIALS.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
    return SECRET_OPTIONS.matcher(hidden).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
  }

  private static String decoded(String password) {
    try {
      return URLDecoder.decode(password, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return password;
    }
  }

  /** A value that a message quotes: short, and with its unprintable characters as numbers. */
  public static String value(String text) {
    return visible(cut(text, LONGEST_VALUE, " (" + text.length() + " characters)"));
  }

  /** At most so many characters of a text, none by half, and what follows if there are more. */
  public static String cut(String text, int most, String rest) {
    return text.replaceFirst("(?s)^(.{%s}).+".formatted(most), "$1…" + rest);
  }

  /**
   * A text of several lines as a terminal may get it: only its line ends and tabs are obeyed. A
   * line that is JSON is the same JSON then, since its texts may say each of their characters by a
   * number.
   */
  public static String printed(String text) {
    return visible(text, point -> point == '\n' || point == '\t' || isVisible(point));
  }

  /** The text on one line, with what a terminal would obey as numbers. */
  public static String visible(String text) {
    return visible(text, Lines::isVisible);
  }

  /** Returns whether a terminal shows the text as it is, on one line. */
  private static boolean isVisible(String text) {
    return text.codePoints().allMatch(Lines::isVisible);
  }

  /**
   * A word of a POSIX shell, which the shell reads as exactly this text. A text that a terminal
   * would not show as it is, is spelled by its bytes; such a text may not end with a line end.
   */
  public static String quoted(String text) {
    return isVisible(text)
        ? "'" + text.replace("'", "'\\''") + "'"
        : "\"$(printf %b '" + spelled(text) + "')\"";
  }

  /** An option with its value, behind other words of a command line. */
  public static String option(String name, String value) {
    return " " + name + (value.startsWith("-") ? "=" : " ") + quoted(value);
  }

  /** A command with its arguments and options: no argument is taken for an option. */
  public static String command(String command, List<String> arguments, String options) {
    boolean isOptional = arguments.stream().anyMatch(argument -> argument.startsWith("-"));
    String quoted = arguments.stream().map(each -> " " + quoted(each)).collect(joining());
    return " " + command + (isOptional ? options + " --" + quoted : quoted + options);
  }

  private static String spelled(String text) {
    StringBuilder spelled = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = one > ' ' && one < 0x7f && one != '\'' && one != '\\';
      spelled.append(isPlain ? String.valueOf((char) one) : "\\0%03o".formatted(one & 0xff));
    }
    return spelled.toString();
  }

  /** A text on one line, as long as a person reads. */
  public static String cut(String text) {
    return middleCut(visible(text));
  }

  /** So many of them, in the plural where there is not one. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String middleCut(String line) {
    if (line.length() <= LONGEST) {
      return line;
    }
    int head = LONGEST * 2 / 3;
    int tail = LONGEST - head;
    return "%s … (%s characters left out) … %s"
        .formatted(
            line.substring(0, head), line.length() - LONGEST, line.substring(line.length() - tail));
  }

  private static String visible(String text, IntPredicate isShown) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (isShown.test(point)) {
                shown.appendCodePoint(point);
              } else {
                for (char unit : Character.toChars(point)) {
                  shown.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
              }
            });
    return shown.toString();
  }

  /** Not: controls, line ends, half characters, and what turns the direction of writing. */
  private static boolean isVisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
