package io.twophase.adapter.inmemory;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.DecisionSignal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The decided records that wait for their numbers, in the order of their decisions, and the numbers
 * of the others.
 */
final class InMemoryDecisions {

  private final Set<RecordId> unnumbered = new LinkedHashSet<>();
  private final Map<RecordId, Long> numbers = new HashMap<>();
  private final InMemorySignal signal = new InMemorySignal();
  private boolean isOn;

  DecisionSignal signal() {
    return signal;
  }

  synchronized boolean isOn() {
    return isOn;
  }

  synchronized void turn(boolean on) {
    isOn = on;
    if (!on) {
      unnumbered.clear();
    }
  }

  /** Before whoever decides it is answered. One of the same id that was removed had a number. */
  void add(RecordId decided) {
    if (isAdded(decided)) {
      signal.ring();
    }
  }

  private synchronized boolean isAdded(RecordId decided) {
    numbers.remove(decided);
    return isOn && unnumbered.add(decided);
  }

  synchronized void mark(NumberedRecord numbered) {
    numbered
        .record()
        .forEach(
            record -> {
              numbers.putIfAbsent(record, numbered.number());
              unnumbered.remove(record);
            });
  }

  synchronized Optional<Long> numberOf(RecordId record) {
    return Optional.ofNullable(numbers.get(record));
  }

  synchronized boolean isWaiting(RecordId record) {
    return unnumbered.contains(record);
  }

  synchronized List<RecordId> first(int most) {
    return new ArrayList<>(unnumbered).subList(0, Math.min(most, unnumbered.size()));
  }
}
