package io.twophase.adapter.mongo.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Scenes in words: a page of {@code src/test/resources/scenes} has a title for each scene, and
 * below it the steps, a line each. The answer to a step stands behind an arrow; {@code …} stands
 * for any text, and {@code nothing} for an empty answer. A step without an arrow must not fail. An
 * indented line goes on with the one before it. A line {@code with A, B: 1, 2 | 3, 4} plays the
 * scene for each of the values.
 */
final class Scenes {

  private static final String TITLE = "## ";
  private static final String WITH = "with ";
  private static final String ARROW = " -> ";

  private Scenes() {}

  /**
   * A step.
   *
   * @param line its number on the page
   */
  private record Step(int line, String text) {}

  /**
   * A scene.
   *
   * @param title of the page and of the scene, and its values
   */
  record Scene(String title, List<Step> steps) {

    /** Plays the scene by what makes a step and answers. */
    void play(UnaryOperator<String> making) {
      for (Step step : steps) {
        String[] sides = step.text().split(ARROW, 2);
        String answer;
        try {
          answer = making.apply(sides[0]);
        } catch (RuntimeException fault) {
          throw new AssertionError(where(step), fault);
        }
        boolean isAsked = sides.length == 2;
        String told = answer.isEmpty() ? "nothing" : answer;
        if (isAsked ? !isAs(sides[1], told) : told.matches("(fails|unavailable|unsafe): .*")) {
          throw new AssertionFailedError(
              where(step) + " answers\n  " + told, isAsked ? sides[1] : "no failure", told);
        }
      }
    }

    private String where(Step step) {
      return "line " + step.line() + " of " + title + ": " + step.text();
    }

    private static boolean isAs(String expected, String told) {
      return Pattern.matches("(?s)\\Q" + expected.replace("…", "\\E.*\\Q") + "\\E", told);
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** The scenes of a page. */
  static Stream<Scene> of(String page) {
    List<Scene> scenes = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    String title = "";
    int number = 0;
    for (String line : (text(page) + "\n" + TITLE).split("\n", -1)) {
      number++;
      if (line.startsWith(TITLE)) {
        if (!title.isEmpty()) {
          scenes.addAll(repeated(new Scene(page + ", " + title, List.copyOf(steps))));
        }
        title = line.substring(TITLE.length());
        steps.clear();
      } else if (line.startsWith("  ") && !steps.isEmpty()) {
        Step last = steps.remove(steps.size() - 1);
        steps.add(new Step(last.line(), last.text() + " " + line.strip()));
      } else if (!line.isBlank() && !title.isEmpty()) {
        steps.add(new Step(number, line));
      }
    }
    assertThat(scenes).isNotEmpty();
    return scenes.stream();
  }

  private static List<Scene> repeated(Scene scene) {
    String first = scene.steps().get(0).text();
    if (!first.startsWith(WITH)) {
      return List.of(scene);
    }
    String[] sides = first.substring(WITH.length()).split(": ", 2);
    String[] names = sides[0].split(", ", -1);
    List<Scene> all = new ArrayList<>();
    for (String row : sides[1].split(names.length == 1 ? ", " : " \\| ", -1)) {
      String[] values = names.length == 1 ? new String[] {row} : row.split(", ", names.length);
      UnaryOperator<String> put =
          text -> {
            String with = text;
            for (int at = 0; at < names.length; at++) {
              with = with.replace(names[at], values[at]);
            }
            return with;
          };
      all.add(
          new Scene(
              scene.title() + " (" + row + ")",
              scene.steps().stream()
                  .skip(1)
                  .map(step -> new Step(step.line(), put.apply(step.text())))
                  .toList()));
    }
    return all;
  }

  private static String text(String page) {
    try (InputStream in = Scenes.class.getResourceAsStream("/scenes/" + page + ".txt")) {
      return new String(Objects.requireNonNull(in, page).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }
}
