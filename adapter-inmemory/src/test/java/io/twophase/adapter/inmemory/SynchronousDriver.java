package io.twophase.adapter.inmemory;

import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * Drives workers over ports, each step as one call on the caller's thread. It pauses for nobody: a
 * test that drives several lets another go on where one waits.
 *
 * @param records the ports' records
 * @param holds the ports' holds
 */
record SynchronousDriver(Records records, Holds holds) implements Step.Cases<Event> {

  /** The worker after its next step. */
  Worker step(Worker worker) {
    Step step = worker.step();
    Event event =
        step instanceof Step.Read read && read.record() ? reading(worker, read) : step.fold(this);
    return worker.after(event);
  }

  private Event reading(Worker worker, Step.Read read) {
    List<Lookup> lookups = new ArrayList<>(records.find(List.of(worker.id())));
    lookups.addAll(records.findMembers(read.members()));
    return new Event.Seen(lookups, false);
  }

  @Override
  public Event insert(Step.Insert step) {
    return new Event.Inserted(records.insert(List.of(step.record())).get(0));
  }

  @Override
  public Event move(Step.Move step) {
    return new Event.Matched(records.move(List.of(step.transition())));
  }

  @Override
  public Event take(Step.Take step) {
    return new Event.Matched(records.take(step.takes()));
  }

  @Override
  public Event place(Step.Place step) {
    return new Event.Placed(holds.place(step.claims()));
  }

  @Override
  public Event stamp(Step.Stamp step) {
    return new Event.Matched(holds.stamp(step.holds()));
  }

  @Override
  public Event end(Step.End step) {
    return new Event.Matched(holds.end(step.holds()));
  }

  @Override
  public Event read(Step.Read step) {
    return new Event.Seen(records.findMembers(step.members()), false);
  }

  @Override
  public Event stop(Step.Stop step) {
    throw new IllegalArgumentException("a stop has no event");
  }
}
