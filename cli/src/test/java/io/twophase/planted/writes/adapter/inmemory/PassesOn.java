package io.twophase.planted.writes.adapter.inmemory;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** A repository in front of another that keeps to the rules. */
final class PassesOn implements AccountRepository {

  private final AccountRepository other;

  PassesOn(AccountRepository other) {
    this.other = other;
  }

  @Override
  public List<String> open(List<String> openings) {
    return other.open(openings);
  }

  @Override
  public List<String> find(List<String> ids) {
    return other.find(ids);
  }

  @Override
  public List<String> hold(List<String> legs) {
    return other.hold(legs);
  }

  @Override
  public List<String> seize(List<String> legs) {
    return other.seize(legs);
  }
}
