package io.twophase.adapter.mongo.account;

import io.twophase.domain.operation.Leg;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The answers to a call's legs, as they come to be known; in the end one each, in their order. */
final class LegAnswers<R> {

  private final List<Leg> legs;

  /** For each leg its answer, or the message for the case that it never gets one. */
  private final List<Either<String, R>> known;

  private List<Integer> open;

  LegAnswers(List<Leg> legs) {
    this.legs = legs;
    this.known = new ArrayList<>(Collections.nCopies(legs.size(), Either.left("")));
    this.open = IntStream.range(0, legs.size()).boxed().toList();
  }

  /** The legs that have no answer yet, in their order. */
  List<Leg> open() {
    return open.stream().map(legs::get).toList();
  }

  boolean areComplete() {
    return open.isEmpty();
  }

  /** The message about the first leg that has no answer. */
  String firstOpen() {
    return known.get(open.get(0)).getLeft();
  }

  /** Takes what is known now of the open legs, in their order. */
  void take(List<Either<String, R>> answers) {
    List<Integer> stillOpen = new ArrayList<>();
    for (int next = 0; next < answers.size(); next++) {
      int at = open.get(next);
      known.set(at, answers.get(next));
      if (answers.get(next).isLeft()) {
        stillOpen.add(at);
      }
    }
    open = stillOpen;
  }

  /** Takes the same answer for all open legs. */
  void takeAll(R answer) {
    take(Collections.nCopies(open.size(), Either.right(answer)));
  }

  /** All answers; those not known are {@code otherwise}. */
  List<R> orElse(R otherwise) {
    List<R> answers = new ArrayList<>(legs.size());
    for (Either<String, R> answer : known) {
      answers.add(answer.getOrElse(otherwise));
    }
    return answers;
  }
}
