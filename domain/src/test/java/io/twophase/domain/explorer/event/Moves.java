package io.twophase.domain.explorer.event;

import io.twophase.domain.explorer.breadth.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What can happen next: one thing that a process or a server does, each atomic. */
final class Moves {

  private final Scene scene;
  private final World world;
  private final List<Move<World>> moves = new ArrayList<>();

  private Moves(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  static List<Move<World>> of(Scene scene, World world) {
    Moves all = new Moves(scene, world);
    all.decisions();
    all.servers();
    all.inserts();
    new TrimMoves(scene, world, all::add).all();
    for (int at = 0; at < world.passes().size(); at++) {
      new PassMoves(scene, world, at, all::add).all();
    }
    for (int at = 0; at < world.readers().size(); at++) {
      new ReaderMoves(scene, world, at, all::add).all();
    }
    return all.moves;
  }

  private void add(String line, World after) {
    moves.add(new Move<>(line, after));
  }

  private void decisions() {
    List<Stored> records = world.records();
    for (int at = 0; at < records.size(); at++) {
      Stored record = records.get(at);
      if (record.primary() == Stored.Stage.UNDECIDED && mayBegin(at)) {
        add(
            World.id(at) + " is decided at " + world.clock(),
            world.record(at, record.decided(world.clock())));
      }
      if (record.primary() != record.majority()) {
        add(
            "a majority has " + World.id(at) + " " + record.primary(),
            world.record(at, record.replicated()));
      }
    }
    // a decision in each moment, and a moment after the last
    if (world.clock() <= records.size()
        && records.stream().anyMatch(record -> record.stamp() == world.clock())) {
      add("the clock goes on", world.clock(world.clock() + 1));
    }
  }

  /** The second begins once the first is answered, and is decided in a later millisecond. */
  private boolean mayBegin(int at) {
    Stored first = world.records().get(0);
    return at != 1 || (first.isAnswered() && world.clock() > first.stamp());
  }

  private void servers() {
    boolean isFirst = true;
    for (int number = 1; number <= world.numbers().size(); number++) {
      Given given = world.given(number);
      if (given.record() >= 0 && !given.isKept() && (isFirst || scene.sharded())) {
        add(
            "a majority has number " + number,
            world.number(number, new Given(given.record(), true)));
        isFirst = false;
      }
    }
    if (world.left().failovers() > 0) {
      failovers();
    }
  }

  private void failovers() {
    World.Left left = world.left();
    World fewer = world.left(left.oneFailoverLess());
    for (int at = 0; at < world.records().size(); at++) {
      Stored record = world.records().get(at);
      if (record.primary() != record.majority()) {
        add("failover: " + World.id(at) + " goes back", fewer.record(at, record.failedOver()));
      }
    }
    if (scene.sharded()) {
      for (int number = 1; number <= world.numbers().size(); number++) {
        if (world.given(number).record() >= 0 && !world.given(number).isKept()) {
          add("failover: number " + number + " is lost", fewer.number(number, World.ABSENT));
        }
      }
    } else if (world.numbers().stream().anyMatch(given -> given.record() >= 0 && !given.isKept())) {
      add("failover: numbers are lost", failedOver(fewer));
    }
  }

  /** What was half done ends with the server that did it. */
  private static World failedOver(World before) {
    World after =
        before.numbers(
            before.numbers().stream().map(given -> given.isKept() ? given : World.ABSENT).toList());
    for (int at = before.inserts().size() - 1; at >= 0; at--) {
      if (before.inserts().get(at).done() > 0) {
        after = ended(after, at);
      }
    }
    return after;
  }

  private static World ended(World before, int at) {
    int sender = before.inserts().get(at).sender();
    World after = before.inserts(World.without(before.inserts(), at));
    return sender < 0 ? after : after.pass(sender, told(after.passes().get(sender)));
  }

  private static Pass told(Pass pass) {
    return pass.at(pass.machine().sent());
  }

  private void inserts() {
    for (int at = 0; at < world.inserts().size(); at++) {
      Insert insert = world.inserts().get(at);
      int number = insert.first() + insert.done();
      int record = insert.records().get(insert.done());
      boolean isFree = world.given(number).record() < 0;
      String line = "insert " + number + ": " + World.id(record);
      if (isFree || scene.flaw() == Flaw.OVERWRITES) {
        add(line, inserted(at, after -> after.number(number, new Given(record, false))));
      } else if (scene.flaw() == Flaw.GOES_ON_WHERE_ONE_IS_TAKEN) {
        add(line + " -> taken", inserted(at, after -> after));
      } else {
        add(line + " -> taken", ended(world, at));
      }
      World.Left left = world.left();
      if (left.cuts() > 0 && insert.sender() >= 0) {
        World fewer = world.left(left.oneCutLess());
        add("the insert of " + number + " is lost", ended(fewer, at));
        Pass sender = world.passes().get(insert.sender());
        add(
            "the insert of " + number + " is late",
            fewer
                .inserts(World.with(world.inserts(), at, insert.abandoned()))
                .pass(insert.sender(), told(sender)));
      }
    }
  }

  private World inserted(int at, UnaryOperator<World> change) {
    Insert more = world.inserts().get(at).oneMore();
    World after = change.apply(world.inserts(World.with(world.inserts(), at, more)));
    return more.isDone() ? ended(after, at) : after;
  }
}
