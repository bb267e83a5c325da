package io.twophase.domain.explorer.carried;

import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.explorer.carried.World.Pass;
import io.twophase.domain.explorer.carried.World.Step;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Ending;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a process that makes passes may do next. */
final class PassMoves {

  private final Scene scene;
  private final World world;
  private final int me;
  private final Pass pass;
  private final List<Move<World>> moves = new ArrayList<>();

  PassMoves(Scene scene, World world, int me) {
    this.scene = scene;
    this.world = world;
    this.me = me;
    this.pass = world.passes().get(me);
  }

  List<Move<World>> all() {
    if (pass.runs() > 0) {
      switch (pass.step()) {
        case IDLE -> list();
        case LISTED -> add("reads what is carried", at(Step.READ, Option.some(world.carried())));
        case READ -> carry();
        case REMOVING -> remove();
      }
      if (pass.step() != Step.IDLE) {
        add("dies", ended());
      }
    }
    return moves;
  }

  private Pass ended() {
    return Pass.first(pass.runs() - 1);
  }

  private Pass at(Step step, Option<CarriedBalance> read) {
    return new Pass(
        step, pass.after(), pass.ofBatches(), pass.page(), read, pass.going(), pass.runs());
  }

  private void list() {
    List<Integer> page = page();
    if (page.isEmpty() && pass.ofBatches()) {
      add("finds no more", ended());
    } else if (page.isEmpty()) {
      add("comes to the batches", listed(Step.IDLE, true, List.of()));
    } else {
      Step next = scene.has(Flaw.REMOVES_FIRST) ? Step.REMOVING : Step.LISTED;
      add("lists " + page, listed(next, pass.ofBatches(), page));
    }
  }

  private Pass listed(Step step, boolean ofBatches, List<Integer> page) {
    return new Pass(step, pass.after(), ofBatches, page, Option.none(), going(page), pass.runs());
  }

  private List<Integer> going(List<Integer> page) {
    return page.stream().filter(at -> at != scene.heldBack() || world.isLetGo()).toList();
  }

  /** Of lone ones a few after the last place; of batches all. */
  private List<Integer> page() {
    List<Integer> old = new ArrayList<>();
    for (int at : world.there()) {
      Option<Ending> ending = world.ending(scene, at);
      boolean isAsked =
          ending.exists(
              place ->
                  place.isOfBatch() == pass.ofBatches()
                      && place.at().getEpochSecond() <= world.old()
                      && pass.after().forAll(last -> place.isOfBatch() || place.isAfter(last)));
      if (isAsked) {
        old.add(at);
      }
    }
    if (pass.ofBatches()) {
      return pass.page().isEmpty() ? old : List.of();
    }
    old.sort(Comparator.comparingInt(at -> world.records().get(at).endedAt()));
    int most = Math.min(scene.page(), old.size());
    return scene.has(Flaw.BEGINS_AT_THE_END)
        ? List.copyOf(old.subList(old.size() - most, old.size()))
        : List.copyOf(old.subList(0, most));
  }

  private void carry() {
    CarriedBalance read = pass.read().get();
    CarriedBalance next = carried(read);
    if (next.equals(read)) {
      add("finds all of it carried", carriedAll());
      return;
    }
    boolean matches = scene.has(Flaw.OVERWRITES) || world.carried().changes() == read.changes();
    if (matches) {
      add("carries " + next.sum(), world.with(next), carriedAll());
    } else {
      add("finds that another has carried", at(Step.LISTED, Option.none()));
    }
    if (world.unanswered() > 0) {
      add(
          "sends " + next.sum() + ", and has no answer",
          world.sending(next),
          scene.has(Flaw.GOES_ON_IN_DOUBT) ? carriedAll() : ended());
    }
  }

  private Pass carriedAll() {
    return scene.has(Flaw.REMOVES_FIRST) ? next() : at(Step.REMOVING, pass.read());
  }

  private CarriedBalance carried(CarriedBalance read) {
    List<Integer> which = scene.has(Flaw.CARRIES_WHAT_GOES) ? going(pass.page()) : pass.page();
    // a page has the records as they were listed, and what has ended does not change
    List<EndedPosting> lines = which.stream().map(at -> world.line(scene, at)).toList();
    CarriedBalance next = read.with(lines);
    if (!scene.has(Flaw.ADDS_AGAIN)) {
      return next;
    }
    BigInteger sum =
        lines.stream()
            .map(line -> BigInteger.valueOf(line.posting().effect()))
            .reduce(read.sum(), BigInteger::add);
    return new CarriedBalance(
        next.account(),
        sum,
        read.lines() + lines.size(),
        next.lone(),
        next.batches(),
        next.latest(),
        read.changes() + 1);
  }

  private void remove() {
    if (pass.going().isEmpty()) {
      add("goes on", scene.has(Flaw.REMOVES_FIRST) ? at(Step.LISTED, Option.none()) : next());
      return;
    }
    int first = pass.going().get(0);
    Pass rest =
        new Pass(
            pass.step(),
            pass.after(),
            pass.ofBatches(),
            pass.page(),
            pass.read(),
            pass.going().subList(1, pass.going().size()),
            pass.runs());
    add("removes t" + first, world.removing(first), rest);
  }

  /** Ready for the next page. */
  private Pass next() {
    int last = pass.page().get(pass.page().size() - 1);
    return new Pass(
        Step.IDLE,
        pass.ofBatches() ? pass.after() : world.ending(scene, last),
        pass.ofBatches(),
        pass.ofBatches() ? pass.page() : List.of(),
        Option.none(),
        List.of(),
        pass.runs());
  }

  private void add(String line, Pass after) {
    add(line, world, after);
  }

  private void add(String line, World changed, Pass after) {
    moves.add(new Move<>("pass " + me + " " + line, changed.with(me, after)));
  }
}
