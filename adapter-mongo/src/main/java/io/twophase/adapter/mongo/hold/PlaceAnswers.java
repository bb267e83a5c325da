package io.twophase.adapter.mongo.hold;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Hold;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The answers to the requests of a call, by their places, as they come to be known. */
final class PlaceAnswers {

  private final Map<Integer, Answer> known = new HashMap<>();

  /** The places of requests that have no answer yet, and whose holds are not placed. */
  private final SortedSet<Integer> open = new TreeSet<>();

  void answer(int place, Answer answer) {
    known.put(place, answer);
    open.remove(place);
  }

  void held(int place, Hold hold) {
    answer(place, Answer.held(hold));
  }

  void inDoubt(int place) {
    answer(place, Answer.inDoubt());
  }

  /** The hold is not placed: its target has to say why. */
  void leaveOpen(int place) {
    open.add(place);
  }

  boolean isOpen(int place) {
    return open.contains(place);
  }

  /** The places of the requests that are to be explained. */
  List<Integer> open() {
    return List.copyOf(open);
  }

  /** Nothing more is sent once something is in doubt: neither these nor what is open. */
  void restIsInDoubt(Collection<Integer> places) {
    places.forEach(this::inDoubt);
    open().forEach(this::inDoubt);
  }

  /** All of them, none of which is open any more. */
  List<Answer> inOrder(int requests) {
    return IntStream.range(0, requests)
        .mapToObj(place -> Objects.requireNonNull(known.get(place)))
        .toList();
  }
}
