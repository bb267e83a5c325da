package io.twophase.adapter.mongo.participant;

import io.twophase.domain.outcome.DocumentHoldOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The answers to a call's legs, by their places, as they come to be known. */
final class HoldAnswers {

  private final Map<Integer, DocumentHoldOutcome> known = new HashMap<>();

  /** The places of legs that have no answer yet, and are not placed. */
  private final SortedSet<Integer> open = new TreeSet<>();

  void answer(int place, DocumentHoldOutcome outcome) {
    known.put(place, outcome);
    open.remove(place);
  }

  /** A leg was sent, and is not placed: its document has to say why. */
  void leaveOpen(int place) {
    open.add(place);
  }

  boolean isOpen(int place) {
    return open.contains(place);
  }

  /** The places of the legs that are to be explained. */
  List<Integer> open() {
    return List.copyOf(open);
  }

  /** Nothing more is sent once something is in doubt: neither these nor what is open. */
  void restIsInDoubt(Collection<Integer> places) {
    places.forEach(place -> answer(place, DocumentHoldOutcome.inDoubt()));
    open().forEach(place -> answer(place, DocumentHoldOutcome.inDoubt()));
  }

  /** All of them, none of which is open any more. */
  List<DocumentHoldOutcome> inOrder(int legs) {
    return IntStream.range(0, legs)
        .mapToObj(place -> Objects.requireNonNull(known.get(place)))
        .toList();
  }
}
