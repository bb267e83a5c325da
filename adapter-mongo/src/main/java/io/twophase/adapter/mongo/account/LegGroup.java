package io.twophase.adapter.mongo.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import java.util.ArrayList;
import java.util.List;

/** Legs of one account that go in one update: all of them take effect, or none. */
final class LegGroup {

  private final List<Integer> places = new ArrayList<>(2);
  private final List<Leg> legs = new ArrayList<>(2);

  /** Adds a leg, which has this place in its call. */
  void add(int place, Leg leg) {
    places.add(place);
    legs.add(leg);
  }

  /** The legs' places in their call. */
  List<Integer> places() {
    return places;
  }

  /** The legs, in the order asked. */
  List<Leg> legs() {
    return legs;
  }

  int size() {
    return legs.size();
  }

  Leg first() {
    return legs.get(0);
  }

  AccountId account() {
    return first().account();
  }

  /**
   * The sum of the amounts of one direction, in minor units.
   *
   * @throws ArithmeticException if it is beyond int64
   */
  long sum(Direction direction) {
    long sum = 0;
    for (Leg leg : legs) {
      if (leg.operation().direction() == direction) {
        sum = Math.addExact(sum, leg.operation().amount().minor());
      }
    }
    return sum;
  }

  /** The same of what a settle moves. It is at most the sum of the amounts. */
  long settled(Direction direction) {
    long sum = 0;
    for (Leg leg : legs) {
      if (leg.operation().direction() == direction) {
        sum += leg.settled();
      }
    }
    return sum;
  }
}
