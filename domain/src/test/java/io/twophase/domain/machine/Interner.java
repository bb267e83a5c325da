package io.twophase.domain.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for values: equal values have the same one, so that a world is a row of numbers. */
final class Interner<T> {

  private final Map<T, Character> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  Interner() {}

  Interner(T first) {
    number(first);
  }

  char number(T value) {
    Character known = numbers.get(value);
    if (known != null) {
      return known;
    }
    if (values.size() > Character.MAX_VALUE) {
      throw new IllegalStateException("more different values than numbers");
    }
    char number = (char) values.size();
    numbers.put(value, number);
    values.add(value);
    return number;
  }

  /** The one of all equal values that has the number. */
  T once(T value) {
    return value(number(value));
  }

  T value(int number) {
    return values.get(number);
  }
}
