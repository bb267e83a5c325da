package io.twophase.domain.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is decided: it changes at the instant of a decision, and at no other.
 *
 * @param values of the targets
 * @param applied by the members that happen, how much an at-most one moves; zero of another
 */
record Ghost(List<@Nullable Long> values, Map<Integer, Long> applied) {

  Ghost with(List<@Nullable Long> newValues, Map<Integer, Long> newApplied) {
    return new Ghost(new ArrayList<>(newValues), new TreeMap<>(newApplied));
  }
}
