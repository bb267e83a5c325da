package io.twophase.domain.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Scenes in words, in a text beside the class of a test: a page has a title for each scene, and
 * below it the steps, several in a line. Where a step is followed by an arrow, its answer is what
 * stands behind the arrow; an empty answer is {@code nothing}, an ellipsis stands for any text, one
 * of two answers is written {@code a || b}, and a step that an exception refuses is answered by its
 * message. A semicolon of an answer is written {@code \;}. An indented line goes on with the one
 * before it. A title that ends with {@code [x in a, b]} is of two scenes, in which {@code $x} is a,
 * and b; {@code [x, y in 1, 2 | 3, 4]} has values for several words, and the last of them may have
 * commas.
 */
public final class Scenes {

  private static final String TITLE = "## ";
  private static final String ARROW = " -> ";
  private static final String ANY = "…";
  private static final Pattern EACH = Pattern.compile("(.*) \\[(\\w+(?:, \\w+)*) in (.*)]");

  private Scenes() {}

  /** Makes a step that has no answer. */
  public static String done(Runnable step) {
    step.run();
    return "";
  }

  /** A constant in small letters. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * A scene of a page.
   *
   * @param lines each of one step or several
   */
  public record Scene(String title, List<String> lines) {

    /** Plays the scene: the function makes a step and answers. */
    public void play(Function<String, String> step) {
      List<String> made = new ArrayList<>();
      for (String line : lines) {
        for (String written : line.split("(?<!\\\\); ", -1)) {
          String one = Repeated.written(written.replace("\\;", ";"));
          made.add(one);
          String[] sides = one.split(ARROW, 2);
          String answer = answer(step, sides, made);
          if (sides.length == 2) {
            String expected = sides[1];
            assertThat(answer.isEmpty() ? "nothing" : answer)
                .as(String.join("\n", made))
                .matches(given -> matches(expected, given), "is " + expected);
          }
        }
      }
    }

    /** A refusal is answered by its message, if an answer is asked for. */
    private static String answer(Function<String, String> step, String[] sides, List<String> made) {
      try {
        return step.apply(sides[0]);
      } catch (RuntimeException | AssertionError failed) {
        boolean isRefused =
            failed instanceof IllegalArgumentException
                || failed instanceof IllegalStateException
                || failed instanceof ArithmeticException;
        String why = String.valueOf(failed.getMessage());
        if (isRefused && sides.length == 2 && matches(sides[1], why)) {
          return why;
        }
        throw new AssertionError(String.join("\n", made), failed);
      }
    }

    private static boolean matches(String expected, String given) {
      return Stream.of(expected.split(" \\|\\| ", -1))
          .anyMatch(
              each ->
                  each.contains(ANY)
                      ? Pattern.matches(Pattern.quote(each).replace(ANY, "\\E.*\\Q"), given)
                      : each.equals(given));
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** The scenes of a page beside a class. */
  public static Stream<Scene> of(Class<?> test, String page) {
    return scenes(Texts.beside(test, page).replaceAll("\n {2,}", " "));
  }

  /** The scenes of a page beside a class whose indented lines are lines of their own. */
  public static Stream<Scene> ofLines(Class<?> test, String page) {
    return scenes(Texts.beside(test, page));
  }

  private static Stream<Scene> scenes(String page) {
    return Stream.of(page.split("(?m)^" + TITLE, -1)).skip(1).flatMap(Scenes::titled);
  }

  private static Stream<Scene> titled(String text) {
    String[] parts = text.split("\n", 2);
    Matcher each = EACH.matcher(parts[0]);
    if (!each.matches()) {
      return Stream.of(scene(parts[0], parts[1]));
    }
    List<String> names = List.of(each.group(2).split(", ", -1));
    return Stream.of(each.group(3).split(names.size() == 1 ? ", " : " \\| ", -1))
        .map(row -> scene(each.group(1) + ": " + row, filled(parts[1], names, row)));
  }

  private static String filled(String steps, List<String> names, String row) {
    List<String> values = names.size() == 1 ? List.of(row) : List.of(row.split(", ", names.size()));
    String filled = steps;
    for (int at = 0; at < names.size(); at++) {
      filled = filled.replace("$" + names.get(at), values.get(at));
    }
    return filled;
  }

  private static Scene scene(String title, String steps) {
    return new Scene(title, steps.lines().filter(line -> !line.isBlank()).toList());
  }
}
