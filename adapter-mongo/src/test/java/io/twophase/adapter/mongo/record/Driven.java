package io.twophase.adapter.mongo.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import java.util.List;

/** Drives the one machine over two ports, as an engine does when nothing goes wrong. */
record Driven(Records records, Holds holds) implements Step.Cases<Event> {

  static void run(Records records, Holds holds, NewRecord record, Owner owner) {
    Driven driven = new Driven(records, holds);
    Worker worker = Worker.start(Goal.run(record), owner);
    for (int steps = 0; !worker.hasStopped(); steps++) {
      assertThat(steps).isLessThan(40);
      worker = worker.after(worker.step().fold(driven));
    }
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
    throw new AssertionError("nothing has gone wrong: " + step);
  }

  @Override
  public Event stop(Step.Stop step) {
    throw new AssertionError("stopped");
  }
}
