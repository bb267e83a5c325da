package io.twophase.domain.testing;

import static java.util.stream.Collectors.joining;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Texts that a page writes short. */
public final class Repeated {

  private static final Pattern MANY = Pattern.compile("<([^<>]*?)( [+|]|,)?\\*(\\d{1,6})>");
  private static final Pattern MILLIONS = Pattern.compile("<(\\w)\\*(\\d{7,})>");

  private Repeated() {}

  /**
   * {@code <x*3>} is three times x, in which {@code #} is 0, 1 and 2, or {@code %} if it has one;
   * but not of millions. A comma, plus or bar of {@code <x,*3>}, {@code <x +*3>} and {@code <x
   * |*3>} stands between them, with a space behind.
   */
  public static String written(String text) {
    String written = text;
    for (Matcher many = MANY.matcher(text); many.find(); many = MANY.matcher(written)) {
      String one = many.group(1);
      String number = one.contains("%") ? "%" : "#";
      String all =
          IntStream.range(0, Integer.parseInt(many.group(3)))
              .mapToObj(at -> one.replace(number, String.valueOf(at)))
              .collect(joining(many.group(2) == null ? "" : many.group(2) + " "));
      written = written.substring(0, many.start()) + all + written.substring(many.end());
    }
    return written;
  }

  /** A value that is millions of one letter, for JSON that has these is not read in good time. */
  public static String value(String text) {
    Matcher millions = MILLIONS.matcher(text);
    return millions.matches()
        ? millions.group(1).repeat(Integer.parseInt(millions.group(2)))
        : text;
  }
}
