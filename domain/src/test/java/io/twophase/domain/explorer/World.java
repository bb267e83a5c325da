package io.twophase.domain.explorer;

import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Worker;
import io.vavr.collection.Map;
import java.util.ArrayList;
import java.util.List;

/**
 * All there is at one moment.
 *
 * @param store what is stored
 * @param actors the workers
 * @param late how many of each message are on their way with nobody waiting for an answer; one that
 *     is never delivered is lost
 * @param timeOuts how many more times a worker may stop waiting
 */
record World(Store store, List<Actor> actors, Map<Message, Integer> late, int timeOuts) {

  World with(Store changed) {
    return new World(changed, actors, late, timeOuts);
  }

  World with(int actor, Actor changed) {
    List<Actor> others = new ArrayList<>(actors);
    others.set(actor, changed);
    return new World(store, others, late, timeOuts);
  }

  /** A worker has read, or its driver has reacted. */
  World goingOn(int actor, Worker next) {
    return with(actor, actors.get(actor).goingOn(next));
  }

  World sentWithoutWaiting(List<Message> messages) {
    Map<Message, Integer> more = late;
    for (Message message : messages) {
      more = more.put(message, 1, Integer::sum);
    }
    return new World(store, actors, more, timeOuts);
  }

  World arrived(Message message) {
    int count = late.get(message).get();
    return new World(
        store, actors, count == 1 ? late.remove(message) : late.put(message, count - 1), timeOuts);
  }

  World answered(int actor, int message, Event answer) {
    return with(actor, actors.get(actor).answered(message, answer));
  }

  World timedOut() {
    return new World(store, actors, late, timeOuts - 1);
  }

  boolean isAtRest() {
    return actors.stream().allMatch(Actor::hasStopped);
  }
}
