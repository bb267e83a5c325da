package io.twophase.domain.explorer.carried;

import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What may happen next. */
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
    all.finish();
    all.letTimePass();
    all.arrive();
    all.read();
    for (int at = 0; at < scene.passes(); at++) {
      all.moves.addAll(new PassMoves(scene, world, at).all());
    }
    return all.moves;
  }

  /** A record ends now; those of a batch end at once. */
  private void finish() {
    for (int at = 0; at < world.records().size(); at++) {
      int batch = scene.batches().get(at);
      boolean isFirst = batch == 0 || scene.batches().indexOf(batch) == at;
      if (world.records().get(at).endedAt() == 0 && isFirst) {
        int now = scene.has(Flaw.ENDS_EARLIER) ? world.old() : world.clock() + 1;
        List<World.Stored> stored = new ArrayList<>(world.records());
        for (int other = 0; other < stored.size(); other++) {
          if (other == at || (batch != 0 && scene.batches().get(other) == batch)) {
            stored.set(other, new World.Stored(now, true));
          }
        }
        add("t" + at + " ends at " + now, world.with(stored, Math.max(now, world.clock())));
      }
    }
  }

  private void letTimePass() {
    if (world.old() < world.clock()) {
      add("time passes", world.aged());
    }
    if (scene.heldBack() >= 0 && !world.isLetGo()) {
      add("t" + scene.heldBack() + " is let go", world.lettingGo());
    }
  }

  private void arrive() {
    for (int at = 0; at < world.late().size(); at++) {
      CarriedBalance sent = world.late().get(at);
      World received = world.receiving(at);
      boolean matches = world.carried().changes() + 1 == sent.changes();
      add(
          "a late write of " + sent.sum() + (matches ? " matches" : " does not match"),
          matches ? received.with(sent) : received);
    }
  }

  private void read() {
    World.Reader reader = world.reader();
    boolean asksNow =
        reader.next() == (scene.has(Flaw.ASKS_FIRST) ? 0 : world.records().size())
            && reader.asked().isEmpty();
    if (asksNow) {
      World.Reader asked =
          new World.Reader(
              reader.next(), reader.seen(), Option.some(world.carried()), begunAt(reader));
      add("the reader asks what is carried: " + world.carried().sum(), judged(asked));
    } else if (reader.next() < world.records().size()) {
      List<EndedPosting> seen = new ArrayList<>(reader.seen());
      boolean isThere = world.records().get(reader.next()).isThere();
      if (isThere) {
        seen.add(world.line(scene, reader.next()));
      }
      add(
          "the reader " + (isThere ? "sees" : "does not find") + " t" + reader.next(),
          judged(new World.Reader(reader.next() + 1, seen, reader.asked(), begunAt(reader))));
    }
  }

  private int begunAt(World.Reader reader) {
    boolean begins = reader.next() == 0 && reader.asked().isEmpty();
    return begins ? world.clock() : reader.begunAt();
  }

  /** What had not ended when it was seen may be carried by now: then it looks again. */
  private boolean isTorn(World.Reader reader, CarriedBalance carried) {
    return !scene.has(Flaw.NEVER_LOOKS_AGAIN)
        && reader.seen().stream().anyMatch(line -> line.ending().isEmpty())
        && Stream.of(carried.lone(), carried.batches())
            .anyMatch(place -> place.exists(last -> last.at().getEpochSecond() > reader.begunAt()));
  }

  private World judged(World.Reader reader) {
    World after = world.with(reader);
    if (reader.next() < world.records().size() || reader.asked().isEmpty()) {
      return after;
    }
    CarriedBalance carried = reader.asked().get();
    if (isTorn(reader, carried)) {
      return world.with(new World.Reader(0, List.of(), Option.none(), 0));
    }
    BigInteger sum = carried.sum();
    for (EndedPosting line : reader.seen()) {
      if (!carried.has(line.ending()) || scene.has(Flaw.COUNTS_WHAT_IS_THERE)) {
        sum = sum.add(BigInteger.valueOf(line.posting().effect()));
      }
    }
    return sum.equals(world.total())
        ? after
        : after.with("the statement says " + sum + ", and it is " + world.total());
  }

  private void add(String line, World after) {
    moves.add(new Move<>(line, after));
  }
}
