package io.twophase.domain.machine;

import io.twophase.domain.record.Lookup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Who works, and what it waits for.
 *
 * @param worker none once it has stopped: what it knew is no matter any more
 * @param sent for its step
 * @param answers so far
 * @param half of a read: a member's document was read, and not yet the record that it names
 * @param restarts how often recovery has come again in this role
 * @param isDead whether it has died
 * @param call how far it is, if it calls a function; none once that has ended
 */
record Actor(
    int role,
    Optional<Worker> worker,
    List<Object> sent,
    List<Optional<Object>> answers,
    Optional<Lookup> half,
    int restarts,
    boolean isDead,
    Optional<Call> call) {

  static Actor at(int role, Worker worker, int restarts) {
    return idle(role, restarts, false, Optional.empty()).with(worker);
  }

  /** The caller of a function, which works on no transaction. */
  static Actor calling(int role, Call call, int restarts) {
    return idle(role, restarts, false, Optional.of(call));
  }

  private static Actor idle(int role, int restarts, boolean isDead, Optional<Call> call) {
    return new Actor(
        role, Optional.empty(), List.of(), List.of(), Optional.empty(), restarts, isDead, call);
  }

  Actor with(Worker next) {
    List<Object> to = Message.of(next.step());
    return new Actor(
        role,
        (!next.hasStopped() ? Optional.of(next) : Optional.empty()),
        to,
        Collections.nCopies(to.size(), Optional.empty()),
        Optional.empty(),
        restarts,
        false,
        call);
  }

  Actor calling(Call next) {
    return calling(role, next, restarts);
  }

  Actor stopped() {
    return idle(role, restarts, false, Optional.empty());
  }

  Actor dead() {
    return idle(role, restarts, true, Optional.empty());
  }

  Actor seeing(Lookup document) {
    return new Actor(role, worker, sent, answers, Optional.of(document), restarts, isDead, call);
  }

  Actor answered(int place, Object answer) {
    List<Optional<Object>> more = new ArrayList<>(answers);
    more.set(place, Optional.of(answer));
    return new Actor(role, worker, sent, more, half, restarts, isDead, call);
  }

  /** The worker of an actor that has not stopped. */
  Worker atWork() {
    return worker.orElseThrow();
  }

  boolean hasStopped() {
    return worker.isEmpty() && call.isEmpty();
  }

  boolean reads() {
    return worker.stream().anyMatch(at -> at.step() instanceof Step.Read);
  }

  boolean isAnswered() {
    return answers.stream().allMatch(Optional::isPresent);
  }

  /** The answers, with none where there is none. */
  List<Object> all() {
    return IntStream.range(0, sent.size())
        .mapToObj(at -> answers.get(at).orElseGet(() -> Message.none(sent.get(at))))
        .toList();
  }

  /** The places of what has no answer. */
  List<Integer> open() {
    return IntStream.range(0, sent.size()).filter(at -> answers.get(at).isEmpty()).boxed().toList();
  }
}
