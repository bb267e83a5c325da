package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.numbering.NumberingPass;
import io.twophase.domain.numbering.NumberingStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** What one pass can do next: what the domain's machine asks for. */
final class PassMoves implements NumberingStep.Cases<Boolean> {

  private final Scene scene;
  private final World world;
  private final int at;
  private final Pass pass;
  private final BiConsumer<String, World> moves;

  PassMoves(Scene scene, World world, int at, BiConsumer<String, World> moves) {
    this.scene = scene;
    this.world = world;
    this.at = at;
    this.pass = world.passes().get(at);
    this.moves = moves;
  }

  void all() {
    pass.machine().step().fold(this);
    boolean isAtWork = pass.isWaiting() || !(pass.machine().step() instanceof NumberingStep.Stop);
    World.Left left = world.left();
    if (left.crashes() > 0 && isAtWork && pass.runsLeft() > 0) {
      World fewer = world.left(left.oneCrashLess());
      add("dies", abandoned(fewer), Pass.begin(pass.runsLeft() - 1));
    }
  }

  private World abandoned(World before) {
    List<Insert> inserts = new ArrayList<>();
    for (Insert insert : before.inserts()) {
      inserts.add(insert.sender() == at ? insert.abandoned() : insert);
    }
    return before.inserts(inserts);
  }

  private boolean add(String line, World after, Pass now) {
    moves.accept("pass " + (at + 1) + " " + line, after.pass(at, now));
    return true;
  }

  @Override
  public Boolean look(NumberingStep.Look step) {
    if (scene.flaw() == Flaw.LISTS_FIRST && !pass.isListing()) {
      return add("begins to list", world, begunListing());
    }
    if (pass.isListing() && !pass.unread().isEmpty()) {
      return readOne();
    }
    List<NumberedRecord> seen = world.above(world.confirmed(), scene.flaw() == Flaw.MARKS_EARLY);
    NumberingPass next = pass.machine().looked(world.confirmed(), seen);
    Pass after = pass.at(next);
    if (scene.flaw() == Flaw.LISTS_FIRST && next.step() instanceof NumberingStep.ListUnnumbered) {
      after = after.at(next.listed(inOrder()));
    }
    return add("sees " + seen + " behind " + world.confirmed(), world, after);
  }

  @Override
  public Boolean mark(NumberingStep.Mark step) {
    List<Integer> records =
        step.records().stream().map(numbered -> World.record(numbered.record())).toList();
    boolean isKept =
        records.stream()
            .map(record -> world.records().get(record).majority())
            .allMatch(stage -> stage == Stored.Stage.MARKED || stage == Stored.Stage.REMOVED);
    if (scene.flaw() == Flaw.CONFIRMS_FIRST || (pass.isWaiting() && isKept)) {
      return add("goes on: all are marked", world, pass.at(pass.machine().marked(true)));
    }
    if (!pass.isWaiting()) {
      World after = world;
      for (int record : records) {
        after = after.record(record, after.records().get(record).marked());
      }
      return add("marks " + step.records(), after, pass.waiting());
    }
    return false;
  }

  @Override
  public Boolean confirm(NumberingStep.Confirm step) {
    World after = world.confirmed((int) step.upTo());
    if (scene.flaw() == Flaw.CONFIRMS_FIRST) {
      for (NumberedRecord numbered : world.above(world.confirmed(), false)) {
        int record = World.record(numbered.record());
        after = after.record(record, after.records().get(record).marked());
      }
    }
    return add("confirms " + step.upTo(), after, pass.at(pass.machine().confirmed(true)));
  }

  @Override
  public Boolean list(NumberingStep.ListUnnumbered step) {
    if (!pass.isListing()) {
      return add("begins to list", world, begunListing());
    }
    if (!pass.unread().isEmpty()) {
      return readOne();
    }
    return add("has listed " + inOrder(), world, pass.at(pass.machine().listed(inOrder())));
  }

  private Pass begunListing() {
    List<Integer> all = IntStream.range(0, world.records().size()).boxed().toList();
    return pass.listing(world.clock(), all);
  }

  /** The list is no snapshot: each record is read at a time of its own. */
  private boolean readOne() {
    for (int next = 0; next < pass.unread().size(); next++) {
      int record = pass.unread().get(next);
      Stored stored = world.records().get(record);
      boolean isOld = stored.stamp() < pass.before() || scene.flaw() == Flaw.LISTS_WHAT_IS_NEW;
      List<Integer> listed = new ArrayList<>(pass.listed());
      if (stored.majority() == Stored.Stage.DECIDED && isOld) {
        listed.add(record);
        Collections.sort(listed);
      }
      add(
          "reads " + World.id(record) + " " + stored.majority(),
          world,
          pass.read(World.without(pass.unread(), next), List.copyOf(listed)));
    }
    return true;
  }

  private List<RecordId> inOrder() {
    Comparator<Integer> order =
        scene.flaw() == Flaw.LISTS_IN_ANY_ORDER
            ? Comparator.reverseOrder()
            : Comparator.<Integer>comparingInt(record -> world.records().get(record).stamp())
                .thenComparing(Comparator.naturalOrder());
    return pass.listed().stream().sorted(order).map(World::id).toList();
  }

  @Override
  public Boolean give(NumberingStep.Give step) {
    if (pass.isWaiting()) {
      return false;
    }
    List<Insert> inserts = new ArrayList<>(world.inserts());
    inserts.add(
        new Insert(at, (int) step.first(), step.records().stream().map(World::record).toList(), 0));
    return add("sends " + step.numbered(), world.inserts(inserts), pass.waiting());
  }

  @Override
  public Boolean stop(NumberingStep.Stop step) {
    return pass.runsLeft() > 0 && add("begins again", world, Pass.begin(pass.runsLeft() - 1));
  }
}
