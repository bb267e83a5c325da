package io.twophase.app.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Scenes in words, in {@code src/test/resources/scenes}: a page has a title for each scene, and
 * below it the steps, several in a line. Where a step is followed by an arrow, its answer is what
 * stands behind the arrow; an empty answer is {@code nothing}. An indented line goes on with the
 * one before it.
 */
public final class Scenes {

  private static final String TITLE = "## ";
  private static final String ARROW = " -> ";

  private Scenes() {}

  /**
   * A scene of a page.
   *
   * @param lines each of one step or several
   */
  public record Scene(String title, List<String> lines) {

    /** Plays the scene by what makes a step and answers. */
    public void play(Function<String, String> step) {
      List<String> made = new ArrayList<>();
      for (String line : lines) {
        for (String one : line.split("; ", -1)) {
          made.add(one);
          String[] sides = one.split(ARROW, 2);
          String answer = step.apply(sides[0]);
          if (sides.length == 2) {
            assertThat(answer.isEmpty() ? "nothing" : answer)
                .as(String.join("\n", made))
                .isEqualTo(sides[1]);
          }
        }
      }
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** The scenes of a page. */
  public static Stream<Scene> of(String page) {
    Path file =
        Path.of(System.getProperty("twophase.root", ".."), "app/src/test/resources/scenes", page);
    try {
      String[] parts = Files.readString(file).split("(?m)^" + TITLE, -1);
      return Stream.of(parts).skip(1).map(Scenes::scene);
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }

  /** An outcome in the words of its record, which does not repeat the transaction that is there. */
  public static String text(Object outcome) {
    return outcome
        .toString()
        .replace("Optional.empty", "none")
        .replaceAll("existing=Optional\\[.*], differences", "existing=another, differences");
  }

  private static Scene scene(String text) {
    String[] parts = text.replaceAll("\n {2,}", " ").split("\n", 2);
    return new Scene(parts[0], parts[1].lines().filter(line -> !line.isBlank()).toList());
  }
}
