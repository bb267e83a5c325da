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
record SynchronousDriver(Records records, Holds holds) {

  /** The worker after its next step. */
  Worker step(Worker worker) {
    Step step = worker.step();
    Event event =
        step instanceof Step.Read read && read.record() ? reading(worker, read) : answer(step);
    return worker.after(event);
  }

  private Event reading(Worker worker, Step.Read read) {
    List<Lookup> lookups = new ArrayList<>(records.find(List.of(worker.id())));
    lookups.addAll(records.findMembers(read.members()));
    return new Event.Seen(lookups, false);
  }

  private Event answer(Step step) {
    if (step instanceof Step.Insert insert) {
      return new Event.Inserted(records.insert(List.of(insert.record())).get(0));
    } else if (step instanceof Step.Move move) {
      return new Event.Matched(records.move(List.of(move.transition())));
    } else if (step instanceof Step.Take take) {
      return new Event.Matched(records.take(take.takes()));
    } else if (step instanceof Step.Place place) {
      return new Event.Placed(holds.place(place.claims()));
    } else if (step instanceof Step.Stamp stamp) {
      return new Event.Matched(holds.stamp(stamp.holds()));
    } else if (step instanceof Step.End end) {
      return new Event.Matched(holds.end(end.holds()));
    } else if (step instanceof Step.Read read) {
      return new Event.Seen(records.findMembers(read.members()), false);
    }
    throw new IllegalArgumentException("a stop has no event");
  }
}
