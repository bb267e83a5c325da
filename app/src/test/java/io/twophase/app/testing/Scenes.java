package io.twophase.app.testing;

import static java.util.stream.Collectors.joining;
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
    public void play(Function<Step, String> step) {
      List<String> made = new ArrayList<>();
      for (String line : lines) {
        for (String one : line.split("; ", -1)) {
          made.add(one);
          String[] sides = one.split(ARROW, 2);
          String answer = step.apply(Step.of(sides[0]));
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

  /**
   * A step of a scene.
   *
   * @param words what stands behind its verb
   */
  public record Step(String verb, List<String> words) {

    /** The step of a text. */
    public static Step of(String text) {
      List<String> all = List.of(text.split(" ", -1));
      return new Step(all.get(0), all.subList(1, all.size()));
    }

    /** The first word; an empty one if there is none. */
    public String first() {
      return words.isEmpty() ? "" : words.get(0);
    }

    /** The word at a place, as a number. */
    public int number(int at) {
      return Integer.parseInt(words.get(at));
    }

    /** The words behind the first. */
    public List<String> tail() {
      return words.subList(1, words.size());
    }

    /** The words behind the first, as a sentence. */
    public String said() {
      return String.join(" ", tail());
    }

    /** The answers to each word. */
    public String each(Function<String, String> of) {
      return words.stream().map(of).collect(joining(", "));
    }

    @Override
    public String toString() {
      return words.isEmpty() ? verb : verb + " " + String.join(" ", words);
    }
  }

  /** Makes a step that has no answer. */
  public static String done(Runnable step) {
    step.run();
    return "";
  }

  /** The scenes of a page. */
  public static Stream<Scene> of(String page) {
    return of("app", page);
  }

  /** The scenes of a page in the test resources of another module. */
  public static Stream<Scene> of(String module, String page) {
    Path root = Path.of(System.getProperty("twophase.root", ".."));
    Path file = root.resolve(module).resolve("src/test/resources/scenes").resolve(page);
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
