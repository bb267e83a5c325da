package io.twophase.app.testing;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A step of a scene: a verb, and words behind it.
 *
 * @param words what stands behind its verb
 */
public record Step(String verb, List<String> words) {

  private static final Pattern MANY = Pattern.compile("([^*]*)[*](\\d+)(.*)");

  /** The step of a text; {@code t*20} are twenty words, from {@code t0} to {@code t19}. */
  public static Step of(String text) {
    List<String> all = Stream.of(text.split(" ", -1)).flatMap(Step::words).toList();
    return new Step(all.get(0), all.subList(1, all.size()));
  }

  private static Stream<String> words(String written) {
    Matcher many = MANY.matcher(written);
    return many.matches()
        ? IntStream.range(0, Integer.parseInt(many.group(2)))
            .mapToObj(at -> many.group(1) + at + many.group(3))
        : Stream.of(written);
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

  /** Makes a step that has no answer. */
  public static String done(Runnable step) {
    step.run();
    return "";
  }

  /**
   * An outcome in the words of its record, which does not repeat the transaction that is there. An
   * ellipsis of it is three dots, for that of a scene is any text.
   */
  public static String text(Object outcome) {
    return outcome
        .toString()
        .replace("Optional.empty", "none")
        .replace("…", "...")
        .replaceAll("existing=Optional\\[.*], differences", "existing=another, differences");
  }
}
