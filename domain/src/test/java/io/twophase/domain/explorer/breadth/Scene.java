package io.twophase.domain.explorer.breadth;

import java.util.HashMap;
import java.util.Map;

/**
 * What an exploration begins with: how many there are of what, by names, and the rule that is left
 * out.
 */
public final class Scene {

  private final Map<String, Integer> numbers;
  private final String flaw;

  private Scene(Map<String, Integer> numbers, String flaw) {
    this.numbers = numbers;
    this.flaw = flaw;
  }

  /**
   * A scene in words.
   *
   * @param all the numbers that there are, as they are where nothing is said: {@code passes=2
   *     crashes=0}
   * @param words those that are other in this scene, in the same form
   */
  public static Scene of(String all, String words) {
    Map<String, Integer> numbers = numbers(all);
    numbers(words)
        .forEach(
            (name, number) -> {
              if (numbers.put(name, number) == null) {
                throw new IllegalArgumentException("no number " + name);
              }
            });
    return new Scene(numbers, "");
  }

  private static Map<String, Integer> numbers(String words) {
    Map<String, Integer> numbers = new HashMap<>();
    for (String word : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
      String[] parts = word.split("=", -1);
      numbers.put(parts[0], Integer.valueOf(parts[1]));
    }
    return numbers;
  }

  /** The same without a rule. */
  public Scene without(String rule) {
    return new Scene(numbers, rule);
  }

  /** Whether the rule is left out. */
  public boolean lacks(Enum<?> rule) {
    return flaw.equals(rule.name());
  }

  /** The number of that name. */
  public int get(String name) {
    return numbers.get(name);
  }

  /** Whether there is any. */
  public boolean has(String name) {
    return get(name) > 0;
  }
}
