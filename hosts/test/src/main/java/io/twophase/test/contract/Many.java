package io.twophase.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Names that are too many for a scene. */
public final class Many {

  /** More are not named one by one. */
  public static final int MOST_NAMED = 99;

  private Many() {}

  /** The names; or, if they are many, the first, the last and how many: each once, in order. */
  public static String named(List<String> names) {
    if (names.size() <= MOST_NAMED) {
      return String.join(", ", names);
    }
    assertThat(names).isSorted().doesNotHaveDuplicates();
    return names.get(0) + " to " + names.get(names.size() - 1) + ", " + names.size();
  }
}
