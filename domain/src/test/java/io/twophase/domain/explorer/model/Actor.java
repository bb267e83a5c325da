package io.twophase.domain.explorer.model;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A worker with its step's messages on their way.
 *
 * @param role what it is there for
 * @param worker where it is
 * @param answers to the messages of its step, as far as they have come
 * @param gone whether it has crashed or given up
 */
public record Actor(Role role, Worker worker, List<Option<Event>> answers, boolean gone) {

  public static Actor starting(Role role, TransactionId id) {
    return at(role, role.worker(id));
  }

  private static Actor at(Role role, Worker worker) {
    return new Actor(
        role, worker, Collections.nCopies(Message.of(worker).size(), Option.<Event>none()), false);
  }

  public Actor goingOn(Worker next) {
    return at(role, next);
  }

  public Actor leaving(Worker last) {
    return new Actor(role, last, List.of(), true);
  }

  public Actor answered(int message, Event answer) {
    List<Option<Event>> more = new ArrayList<>(answers);
    more.set(message, Option.some(answer));
    return new Actor(role, worker, more, gone);
  }

  public Driver.Waiting waiting(boolean timedOut) {
    return new Driver.Waiting(worker, Message.of(worker), answers, timedOut);
  }

  public boolean reads() {
    return !gone && (worker.step() instanceof Step.Reread || worker.step() instanceof Step.Await);
  }

  /** Whether it has left its work to others, in the middle. */
  public boolean hasLeft() {
    return gone
        || worker.result().exists(r -> r instanceof Result.Unknown || r instanceof Result.NotFound);
  }

  /** Whether it does nothing any more. */
  public boolean hasStopped() {
    return gone || worker.step() instanceof Step.Stop;
  }
}
