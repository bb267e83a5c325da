package io.twophase.planted.writes.adapter.inmemory;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** An adapter that keeps to the rules, with an overload of its own. */
public final class Accounts implements AccountRepository {

  @Override
  public List<String> open(List<String> openings) {
    return openings;
  }

  @Override
  public List<String> find(List<String> ids) {
    return ids;
  }

  @Override
  public List<String> hold(List<String> legs) {
    return legs.stream().map(this::hold).toList();
  }

  private String hold(String leg) {
    return leg;
  }

  @Override
  public List<String> seize(List<String> legs) {
    return legs;
  }
}
