package io.twophase.planted.writes.adapter.inmemory;

import io.twophase.planted.writes.ports.Holds;
import java.util.List;

/** Passes calls on to another port, as it may, but for one write of its own. */
final class DoesMoreThanAsked implements Holds {

  private final Holds other;

  DoesMoreThanAsked(Holds other) {
    this.other = other;
  }

  @Override
  public List<String> find(List<String> targets) {
    return other.find(targets);
  }

  @Override
  public List<String> place(List<String> asked) {
    return other.end(other.place(asked));
  }

  @Override
  public List<String> end(List<String> asked) {
    return other.end(asked);
  }

  @Override
  public List<String> seize(List<String> asked) {
    return other.seize(asked);
  }
}
