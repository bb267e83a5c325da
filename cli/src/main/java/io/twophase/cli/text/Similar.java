package io.twophase.cli.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Finds the word that was probably meant by one that is misspelt. */
public final class Similar {

  private Similar() {}

  /** A question for the end of a message, such as {@code "; did you mean 'run'?"}; or nothing. */
  public static String question(String word, Collection<String> known) {
    int most = Math.max(1, Math.min(3, word.length() / 3));
    return known.stream()
        .filter(one -> distance(lower(word), lower(one), most) <= most)
        .min(Comparator.comparingInt(one -> distance(lower(word), lower(one), most)))
        .map(meant -> "; did you mean '" + meant + "'?")
        .orElse("");
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** Returns how many characters are inserted, left out, replaced, or swapped with the next. */
  private static int distance(String from, String to, int most) {
    int same = 0;
    while (same < Math.min(from.length(), to.length()) && from.charAt(same) == to.charAt(same)) {
      same++;
    }
    String one = from.substring(same);
    String other = to.substring(same);
    if (one.isEmpty() || other.isEmpty() || most == 0) {
      return one.length() + other.length();
    }
    boolean isSwapped =
        one.length() > 1
            && other.length() > 1
            && one.charAt(0) == other.charAt(1)
            && one.charAt(1) == other.charAt(0);
    int left = most - 1;
    return 1
        + IntStream.of(
                distance(one.substring(1), other, left),
                distance(one, other.substring(1), left),
                distance(one.substring(1), other.substring(1), left),
                isSwapped ? distance(one.substring(2), other.substring(2), left) : most)
            .min()
            .orElseThrow();
  }
}
