package io.twophase.planted.writes.adapter.inmemory;

import io.twophase.planted.writes.ports.Holds;
import java.util.List;

/** An adapter that keeps to the rules, with an overload of its own. */
public final class MapHolds implements Holds {

  @Override
  public List<String> find(List<String> targets) {
    return targets;
  }

  @Override
  public List<String> place(List<String> asked) {
    return asked.stream().map(this::place).toList();
  }

  @Override
  public List<String> end(List<String> asked) {
    return asked;
  }

  private String place(String asked) {
    return asked;
  }
}
