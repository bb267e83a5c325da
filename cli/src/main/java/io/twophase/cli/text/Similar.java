package io.twophase.cli.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the word that was probably meant by one that is misspelt. */
public final class Similar {

  private Similar() {}

  /** A question for the end of a message, such as {@code "; did you mean 'run'?"}; or nothing. */
  public static String question(String word, Collection<String> known) {
    int most = Math.max(1, Math.min(3, word.length() / 3));
    return known.stream()
        .filter(one -> distance(word, one) <= most)
        .min(Comparator.comparingInt(one -> distance(word, one)))
        .map(meant -> "; did you mean '" + meant + "'?")
        .orElse("");
  }

  /** Returns how many characters are inserted, left out, replaced, or swapped with the next. */
  private static int distance(String from, String to) {
    String one = from.toLowerCase(Locale.ROOT);
    String other = to.toLowerCase(Locale.ROOT);
    if (Math.abs(one.length() - other.length()) > 3) {
      return Integer.MAX_VALUE;
    }
    int[][] costs = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          costs[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        costs[i][j] =
            Math.min(
                costs[i - 1][j - 1] + replaced, 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
        boolean isSwapped =
            i > 1
                && j > 1
                && one.charAt(i - 1) == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
        if (isSwapped) {
          costs[i][j] = Math.min(costs[i][j], costs[i - 2][j - 2] + 1);
        }
      }
    }
    return costs[one.length()][other.length()];
  }
}
