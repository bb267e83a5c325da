package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.domain.operation.Leg;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers to a call's legs, as they come to be known; in the end one each, in their order. */
final class LegAnswers<R> {

  private final List<Leg> legs;
  private final List<@Nullable R> known = new ArrayList<>();
  private List<Integer> open = new ArrayList<>();

  LegAnswers(List<Leg> legs) {
    this.legs = legs;
    for (int at = 0; at < legs.size(); at++) {
      known.add(null);
      open.add(at);
    }
  }

  /** The legs that have no answer yet, in their order. */
  List<Leg> open() {
    return open.stream().map(legs::get).toList();
  }

  boolean areComplete() {
    return open.isEmpty();
  }

  /** The places of the legs of which it is known that they match. */
  static Set<Integer> places(List<LegGroup> groups, Matches matches) {
    Set<Integer> places = new HashSet<>();
    for (int at = 0; at < groups.size(); at++) {
      if (matches.of(at).contains(1)) {
        places.addAll(groups.get(at).places());
      }
    }
    return places;
  }

  /** Takes what is known now of the open legs, in their order. */
  void take(List<Option<R>> answers) {
    List<Integer> stillOpen = new ArrayList<>();
    for (int next = 0; next < answers.size(); next++) {
      int at = open.get(next);
      if (answers.get(next).isDefined()) {
        known.set(at, answers.get(next).get());
      } else {
        stillOpen.add(at);
      }
    }
    open = stillOpen;
  }

  /** All answers; those not known are {@code otherwise}. */
  List<R> orElse(R otherwise) {
    List<R> answers = new ArrayList<>(legs.size());
    for (R answer : known) {
      answers.add(answer == null ? otherwise : answer);
    }
    return answers;
  }
}
