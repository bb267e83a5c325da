package io.twophase.domain.explorer.breadth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The states met so far, numbered from 0, and from which one each was first met. */
final class Known<S> {

  private final List<S> states = new ArrayList<>();
  private final List<Integer> origins = new ArrayList<>();
  private final Map<S, Integer> numbers = new HashMap<>();

  int size() {
    return states.size();
  }

  /** The number of a state, which is given one if it is new. */
  int met(S state, int origin) {
    Integer known = numbers.putIfAbsent(state, states.size());
    if (known == null) {
      states.add(state);
      origins.add(origin);
      return states.size() - 1;
    }
    return known;
  }

  S get(int number) {
    return states.get(number);
  }

  /** From which state it was first come to; of the first one, -1. */
  int origin(int number) {
    return origins.get(number);
  }
}
