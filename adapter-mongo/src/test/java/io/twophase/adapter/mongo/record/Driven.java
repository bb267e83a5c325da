package io.twophase.adapter.mongo.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Owner;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import java.util.List;

/** Drives the one machine over two ports, as an engine does when nothing goes wrong. */
record Driven(Records records, Holds holds) {

  static void run(Records records, Holds holds, NewRecord record, Owner owner) {
    Driven driven = new Driven(records, holds);
    Worker worker = Worker.start(Goal.run(record), owner);
    for (int steps = 0; !worker.hasStopped(); steps++) {
      assertThat(steps).isLessThan(40);
      worker = worker.after(driven.answer(worker.step()));
    }
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
    }
    throw new AssertionError("nothing has gone wrong: " + step);
  }
}
