package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.event.NumberingStep;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.event.World.Insert;
import io.twophase.domain.explorer.event.World.Pass;
import io.twophase.domain.explorer.event.World.Stage;
import io.twophase.domain.explorer.event.World.Stored;
import io.twophase.domain.hold.RecordId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What one pass can do next: what the domain's machine asks for. */
final class PassMoves {

  private final Scene scene;
  private final EventExplorer explorer;
  private final World now;
  private final int at;
  private final Pass pass;

  PassMoves(Scene scene, EventExplorer explorer, int at) {
    this.scene = scene;
    this.explorer = explorer;
    this.now = explorer.now();
    this.at = at;
    this.pass = now.passes.get(at);
  }

  void all() {
    NumberingStep step = pass.machine().step();
    if (step instanceof NumberingStep.Look) {
      look();
    } else if (step instanceof NumberingStep.Mark mark) {
      mark(mark);
    } else if (step instanceof NumberingStep.Confirm confirm) {
      confirm(confirm);
    } else if (step instanceof NumberingStep.ListUnnumbered) {
      list();
    } else if (step instanceof NumberingStep.Give give) {
      give(give);
    } else if (pass.runsLeft() > 0) {
      may("begins again", Pass.begin(pass.runsLeft() - 1));
    }
    boolean isAtWork = pass.isWaiting() || !(step instanceof NumberingStep.Stop);
    if (now.crashes > 0 && isAtWork && pass.runsLeft() > 0) {
      may("dies", Pass.begin(pass.runsLeft() - 1), this::die);
    }
  }

  private void die(World after) {
    after.crashes--;
    after.inserts =
        after.inserts.stream()
            .map(insert -> insert.sender() == at ? insert.abandoned() : insert)
            .toList();
  }

  private void may(String line, Pass next, Consumer<World> happens) {
    explorer.may(
        "pass " + (at + 1) + " " + line,
        after -> {
          happens.accept(after);
          after.pass(at, next);
        });
  }

  private void may(String line, Pass next) {
    may(line, next, after -> {});
  }

  private void look() {
    boolean listsFirst = scene.lacks(Flaw.LISTS_FIRST);
    if ((listsFirst && !pass.isListing()) || (pass.isListing() && !pass.unread().isEmpty())) {
      readOn();
      return;
    }
    List<NumberedRecord> seen = now.above(now.confirmed, scene.lacks(Flaw.MARKS_EARLY));
    NumberingPass next = pass.machine().looked(now.confirmed, seen);
    boolean isListed = listsFirst && next.step() instanceof NumberingStep.ListUnnumbered;
    may(
        "sees " + seen + " behind " + now.confirmed,
        pass.at(isListed ? next.listed(inOrder(), true) : next));
  }

  private void mark(NumberingStep.Mark step) {
    List<Integer> records = World.records(step.records());
    boolean isKept =
        records.stream()
            .map(record -> now.records.get(record).majority())
            .allMatch(stage -> stage == Stage.MARKED || stage == Stage.REMOVED);
    if (scene.lacks(Flaw.CONFIRMS_FIRST) || (pass.isWaiting() && isKept)) {
      may("goes on: all are marked", pass.at(pass.machine().marked(true)));
    } else if (!pass.isWaiting()) {
      may("marks " + step.records(), pass.waiting(), after -> after.mark(records));
    }
  }

  private void confirm(NumberingStep.Confirm step) {
    may(
        "confirms " + step.upTo(),
        pass.at(pass.machine().confirmed(true)),
        after -> {
          int before = after.confirmed;
          after.confirmed = Math.max(before, (int) step.upTo());
          if (scene.lacks(Flaw.CONFIRMS_FIRST)) {
            after.mark(World.records(after.above(before, false)));
          }
        });
  }

  private void list() {
    if (pass.isListing() && pass.unread().isEmpty()) {
      may("has listed " + inOrder(), pass.at(pass.machine().listed(inOrder(), true)));
    } else {
      readOn();
    }
  }

  /** The list is no snapshot: each record is read at a time of its own. */
  private void readOn() {
    if (!pass.isListing()) {
      List<Integer> all = IntStream.range(0, now.records.size()).boxed().toList();
      may("begins to list", pass.listing(now.clock, all, List.of()));
      return;
    }
    for (int next = 0; next < pass.unread().size(); next++) {
      int record = pass.unread().get(next);
      Stored stored = now.records.get(record);
      boolean isListed =
          stored.majority() == Stage.DECIDED
              && (stored.stamp() < pass.before() || scene.lacks(Flaw.LISTS_WHAT_IS_NEW));
      may(
          "reads " + World.id(record) + " " + stored.majority(),
          pass.listing(
              pass.before(),
              World.without(pass.unread(), next),
              isListed
                  ? World.plus(pass.listed(), record).stream().sorted().toList()
                  : pass.listed()));
    }
  }

  private List<RecordId> inOrder() {
    Comparator<Integer> order =
        scene.lacks(Flaw.LISTS_IN_ANY_ORDER)
            ? Comparator.reverseOrder()
            : Comparator.<Integer>comparingInt(record -> now.records.get(record).stamp())
                .thenComparing(Comparator.naturalOrder());
    return pass.listed().stream().sorted(order).map(World::id).toList();
  }

  private void give(NumberingStep.Give step) {
    List<Integer> records = step.records().stream().map(World::record).toList();
    Insert sent = new Insert(at, (int) step.first(), records, 0);
    if (!pass.isWaiting()) {
      may(
          "sends " + step,
          pass.waiting(),
          after -> after.inserts = World.plus(after.inserts, sent));
    }
  }
}
