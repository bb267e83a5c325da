package io.twophase.domain.machine;

import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;

/** Each event is given to the class that says the next step, if the event answers the last one. */
final class Received implements Event.Cases<Worker> {

  private final Worker worker;

  Received(Worker worker) {
    this.worker = worker;
  }

  @Override
  public Worker inserted(Event.Inserted event) {
    if (worker.step() instanceof Step.Insert insert) {
      int asked = insert.record().id().isOfMany() ? 1 + insert.record().members().size() : 1;
      requireOneEach(event, asked, event.outcomes().size());
      return Beginning.inserted(worker, insert.record(), event.outcomes());
    }
    throw noAnswer(event);
  }

  @Override
  public Worker matched(Event.Matched event) {
    List<MatchOutcome> outcomes = event.outcomes();
    if (worker.step() instanceof Step.Move move) {
      requireOneEach(event, 1, outcomes.size());
      return Deciding.moved(worker, move.transition(), outcomes.get(0));
    }
    if (worker.step() instanceof Step.Take take) {
      requireOneEach(event, take.takes().size(), outcomes.size());
      return worker.id().isOfMany()
          ? Beginning.took(worker, take, outcomes)
          : Following.took(worker, take.takes().get(0), outcomes.get(0));
    }
    if (worker.step() instanceof Step.Stamp stamp) {
      requireOneEach(event, stamp.holds().size(), outcomes.size());
      return Holding.stamped(worker, stamp, outcomes);
    }
    if (worker.step() instanceof Step.End end) {
      requireOneEach(event, end.holds().size(), outcomes.size());
      return Closing.ended(worker, end, outcomes);
    }
    throw noAnswer(event);
  }

  @Override
  public Worker placed(Event.Placed event) {
    if (worker.step() instanceof Step.Place place) {
      requireOneEach(event, place.claims().size(), event.answers().size());
      return Holding.placed(worker, place, event.answers());
    }
    throw noAnswer(event);
  }

  @Override
  public Worker seen(Event.Seen event) {
    if (worker.step() instanceof Step.Read read) {
      int asked = read.members().size() + (read.record() ? 1 : 0);
      requireOneEach(event, asked, event.lookups().size());
      return Reading.seen(worker, read, event);
    }
    throw noAnswer(event);
  }

  /** Any step may be given up, but there is none left once it has stopped. */
  @Override
  public Worker gaveUp(Event.GaveUp event) {
    if (worker.hasStopped()) {
      throw noAnswer(event);
    }
    if (event.impatient() && worker.step() instanceof Step.Place place && place.pause().waits()) {
      return Deciding.cancel(worker, worker.knowledge().waiting().busy().get().reason());
    }
    return worker.stop(
        worker.result().getOrElse(() -> Result.unknown(Unanswered.of(worker.step()))));
  }

  private void requireOneEach(Event event, int asked, int answered) {
    if (asked != answered) {
      throw new IllegalStateException(
          worker.id() + ": " + answered + " answers to " + asked + " in " + event);
    }
  }

  private IllegalStateException noAnswer(Event event) {
    return new IllegalStateException(
        worker.id() + ": " + event + " is no answer to " + worker.step());
  }
}
