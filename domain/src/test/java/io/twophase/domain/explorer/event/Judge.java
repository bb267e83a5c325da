package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.numbering.NumberingPass;
import io.twophase.domain.numbering.NumberingStep;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What must hold of every world. Where the numbers are on one server (or on several copies of one),
 * there is never a gap, no record has two numbers, and a transaction that began after another was
 * answered comes after it. Where they are on several, each of that may happen; but nothing is ever
 * missed, and no number ever changes.
 */
final class Judge {

  private Judge() {}

  static Option<String> fault(Scene scene, World world) {
    if (!world.fault().isEmpty()) {
      return Option.some(world.fault());
    }
    Option<String> inNumbers = scene.sharded() ? Option.none() : ofNumbers(world);
    return inNumbers.orElse(() -> missed(scene, world));
  }

  private static Option<String> ofNumbers(World world) {
    Set<Integer> before = new HashSet<>();
    for (int number = world.trimmed() + 1; number <= world.numbers().size(); number++) {
      int record = world.given(number).record();
      if (record < 0) {
        return Option.some("there is a gap at " + number);
      }
      if (!before.add(record)) {
        return Option.some(World.id(record) + " has two numbers");
      }
      if (record == 1 && world.records().get(0).isThere() && !before.contains(0)) {
        return Option.some("T2, which began after T1 was answered, comes before it");
      }
    }
    return Option.none();
  }

  /**
   * If nothing more is decided, one more pass runs alone, the consumer reads on, and another begins
   * to read: what has one of them then not handled?
   */
  private static Option<String> missed(Scene scene, World world) {
    World end = atRest(world);
    NumberingPass pass = NumberingPass.begin();
    while (!(pass.step() instanceof NumberingStep.Stop)) {
      Run run = new Run(end, pass);
      pass = pass.step().fold(run);
      end = run.world;
    }
    Set<Integer> handled = new HashSet<>(end.handled());
    int start = scene.flaw() == Flaw.BEGINS_AT_THE_FIRST ? 0 : end.trimmed();
    handled.addAll(read(end, Math.max(start, end.noted())));
    Set<Integer> ofNewcomer = read(end, start);
    return unmet(end, handled, "the consumer").orElse(unmet(end, ofNewcomer, "a newcomer"));
  }

  private static Set<Integer> read(World world, int from) {
    Set<Integer> read = new HashSet<>();
    NumberedRecord.following(from, world.above(from, false))
        .forEach(each -> read.add(World.record(each.record())));
    return read;
  }

  /** What is there has to be met; of what was removed there is nothing to be told. */
  private static Option<String> unmet(World world, Set<Integer> met, String who) {
    for (int record = 0; record < world.records().size(); record++) {
      if (world.records().get(record).isThere() && !met.contains(record)) {
        return Option.some(who + " never meets " + World.id(record));
      }
    }
    return Option.none();
  }

  private static World atRest(World world) {
    World end = world.inserts(List.of()).clock(world.clock() + 1);
    for (int record = 0; record < end.records().size(); record++) {
      Stored stored = end.records().get(record);
      end = end.record(record, stored.stamp() > 0 ? stored.replicated() : stored);
    }
    return end.numbers(
        end.numbers().stream()
            .map(given -> given.record() < 0 ? given : new Given(given.record(), true))
            .toList());
  }

  /** A pass that nothing disturbs. */
  private static final class Run implements NumberingStep.Cases<NumberingPass> {

    private World world;
    private final NumberingPass pass;

    Run(World world, NumberingPass pass) {
      this.world = world;
      this.pass = pass;
    }

    @Override
    public NumberingPass look(NumberingStep.Look step) {
      return pass.looked(world.confirmed(), world.above(world.confirmed(), false));
    }

    @Override
    public NumberingPass mark(NumberingStep.Mark step) {
      for (NumberedRecord numbered : step.records()) {
        int record = World.record(numbered.record());
        world = world.record(record, world.records().get(record).marked().replicated());
      }
      return pass.marked(true);
    }

    @Override
    public NumberingPass confirm(NumberingStep.Confirm step) {
      world = world.confirmed((int) step.upTo());
      return pass.confirmed(true);
    }

    @Override
    public NumberingPass list(NumberingStep.ListUnnumbered step) {
      List<RecordId> listed =
          IntStream.range(0, world.records().size())
              .boxed()
              .filter(at -> world.records().get(at).majority() == Stored.Stage.DECIDED)
              .sorted(Comparator.comparingInt(at -> world.records().get(at).stamp()))
              .map(World::id)
              .toList();
      return pass.listed(listed);
    }

    @Override
    public NumberingPass give(NumberingStep.Give step) {
      for (NumberedRecord numbered : new ArrayList<>(step.numbered())) {
        if (world.given((int) numbered.number()).record() >= 0) {
          break;
        }
        world =
            world.number((int) numbered.number(), new Given(World.record(numbered.record()), true));
      }
      return pass.sent();
    }

    @Override
    public NumberingPass stop(NumberingStep.Stop step) {
      return pass;
    }
  }
}
