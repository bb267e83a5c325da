package io.twophase.domain.explorer.breadth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** States that are values. */
final class KnownValues<S> implements Known<S> {

  private final List<S> states = new ArrayList<>();
  private final List<Integer> origins = new ArrayList<>();
  private final Map<S, Integer> numbers = new HashMap<>();

  @Override
  public int size() {
    return states.size();
  }

  @Override
  public int met(S state, int origin) {
    Integer known = numbers.putIfAbsent(state, states.size());
    if (known == null) {
      states.add(state);
      origins.add(origin);
      return states.size() - 1;
    }
    return known;
  }

  @Override
  public S get(int number) {
    return states.get(number);
  }

  @Override
  public int origin(int number) {
    return origins.get(number);
  }
}
