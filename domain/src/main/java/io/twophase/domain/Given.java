package io.twophase.domain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What a caller gives, looked at where it is given. */
public final class Given {

  private Given() {}

  /** An immutable copy of a map, in its order. */
  public static <K, V> Map<K, V> ordered(Map<? extends K, ? extends V> given) {
    return given.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }

  /** An immutable copy of a set, in its order. */
  public static <T> Set<T> ordered(Set<? extends T> given) {
    return given.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(given));
  }

  /**
   * An immutable copy of a list.
   *
   * @param name what the parameter is called, for the message
   * @throws NullPointerException if the list is missing, or one of its elements; the message names
   *     it
   */
  public static <T> List<T> list(List<? extends T> given, String name) {
    Objects.requireNonNull(given, name);
    try {
      return List.copyOf(given);
    } catch (NullPointerException missing) {
      throw new NullPointerException(name + " has nothing at place " + given.indexOf(null));
    }
  }
}
