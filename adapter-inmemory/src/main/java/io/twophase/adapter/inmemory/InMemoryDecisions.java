package io.twophase.adapter.inmemory;

import io.twophase.domain.event.RecordId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The decided records that wait for their numbers, in the order of their decisions. */
final class InMemoryDecisions {

  private final Set<RecordId> unnumbered = new LinkedHashSet<>();
  private boolean isOn;

  synchronized boolean isOn() {
    return isOn;
  }

  synchronized void turn(boolean on) {
    isOn = on;
    if (!on) {
      unnumbered.clear();
    }
  }

  /** Before whoever decides it is answered. */
  synchronized void add(RecordId decided) {
    if (isOn) {
      unnumbered.add(decided);
    }
  }

  synchronized void remove(RecordId numbered) {
    unnumbered.remove(numbered);
  }

  synchronized boolean isWaiting(RecordId record) {
    return unnumbered.contains(record);
  }

  synchronized List<RecordId> first(int most) {
    return new ArrayList<>(unnumbered).subList(0, Math.min(most, unnumbered.size()));
  }
}
