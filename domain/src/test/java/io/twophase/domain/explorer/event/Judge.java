package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.event.NumberingStep;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.event.World.Given;
import io.twophase.domain.explorer.event.World.Stage;
import io.twophase.domain.hold.RecordId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What must hold of every world. Where the numbers are on one server (or on several copies of one),
 * there is never a gap, no record has two numbers, and a transaction that began after another was
 * answered comes after it. Where they are on several, each of that may happen; but nothing is ever
 * missed, and no number ever changes.
 */
final class Judge {

  private final Scene scene;
  private final World world;

  Judge(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  /** All of a world that a judge looks at: neither the passes nor the readers, which may end. */
  static List<?> looksAt(World world) {
    return List.of(
        world.records, world.numbers, world.handled, world.confirmed, world.trimmed, world.noted);
  }

  Optional<String> fault() {
    return (scene.has("sharded") ? Optional.<String>empty() : ofNumbers()).or(this::missed);
  }

  private Optional<String> ofNumbers() {
    Set<Integer> before = new HashSet<>();
    for (int number = world.trimmed + 1; number <= world.numbers.size(); number++) {
      int record = world.given(number).record();
      if (record < 0) {
        return Optional.of("there is a gap at " + number);
      }
      if (!before.add(record)) {
        return Optional.of(World.id(record) + " has two numbers");
      }
      if (record == 1 && world.records.get(0).isThere() && !before.contains(0)) {
        return Optional.of("T2, which began after T1 was answered, comes before it");
      }
    }
    return Optional.empty();
  }

  /**
   * If nothing more is decided, one more pass runs alone, the consumer reads on, and another begins
   * to read: what has one of them then not handled?
   */
  private Optional<String> missed() {
    World end = atRest();
    NumberingPass pass = NumberingPass.begin();
    while (!(pass.step() instanceof NumberingStep.Stop)) {
      pass = after(end, pass);
    }
    int start = scene.lacks(Flaw.BEGINS_AT_THE_FIRST) ? 0 : end.trimmed;
    Set<Integer> handled = new HashSet<>(end.handled);
    handled.addAll(read(end, Math.max(start, end.noted)));
    return unmet(end, handled, "the consumer")
        .or(() -> unmet(end, Set.copyOf(read(end, start)), "a newcomer"));
  }

  private static List<Integer> read(World world, int from) {
    return World.records(NumberedRecord.following(from, world.above(from, false)));
  }

  /** What is there has to be met; of what was removed there is nothing to be told. */
  private static Optional<String> unmet(World world, Set<Integer> met, String who) {
    for (int record = 0; record < world.records.size(); record++) {
      if (world.records.get(record).isThere() && !met.contains(record)) {
        return Optional.of(who + " never meets " + World.id(record));
      }
    }
    return Optional.empty();
  }

  private World atRest() {
    World end = world.copy();
    end.inserts = List.of();
    end.clock++;
    end.records =
        end.records.stream()
            .map(stored -> stored.stamp() > 0 ? stored.replicated() : stored)
            .toList();
    end.numbers =
        end.numbers.stream().map(given -> new Given(given.record(), given.record() >= 0)).toList();
    return end;
  }

  /** The next step of a pass that nothing disturbs. */
  private static NumberingPass after(World world, NumberingPass pass) {
    if (pass.step() instanceof NumberingStep.Look) {
      return pass.looked(world.confirmed, world.above(world.confirmed, false));
    }
    if (pass.step() instanceof NumberingStep.Mark step) {
      for (int record : World.records(step.records())) {
        world.record(record, world.records.get(record).marked().replicated());
      }
      return pass.marked(true);
    }
    if (pass.step() instanceof NumberingStep.Confirm step) {
      world.confirmed = Math.max(world.confirmed, (int) step.upTo());
      return pass.confirmed(true);
    }
    if (pass.step() instanceof NumberingStep.Give step) {
      int number = (int) step.first();
      for (RecordId record : step.records()) {
        if (world.given(number).record() >= 0) {
          break;
        }
        world.number(number++, new Given(World.record(record), true));
      }
      return pass.sent();
    }
    return pass.listed(
        IntStream.range(0, world.records.size())
            .boxed()
            .filter(at -> world.records.get(at).majority() == Stage.DECIDED)
            .sorted(Comparator.comparingInt(at -> world.records.get(at).stamp()))
            .map(World::id)
            .toList(),
        true);
  }
}
