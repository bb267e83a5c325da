package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.explorer.batch.Role.Kind;
import io.twophase.domain.explorer.breadth.Steps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** What actors read of records and transfers, and what they answer then. */
final class Readings {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Judge judge;
  private final Driver driver;
  private final Deliveries deliveries;
  private final Map<String, Character> reads = new HashMap<>();

  Readings(
      Scene scene, Layout layout, Codes codes, Judge judge, Driver driver, Deliveries deliveries) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.judge = judge;
    this.driver = driver;
    this.deliveries = deliveries;
  }

  void of(char[] world, int at, Steps<char[]> steps) {
    Actor actor = codes.actor(world[layout.actor(at)]);
    if (actor.hasStopped() || !actor.player().reads() || judge.waitsForBegin(world, at)) {
      return;
    }
    read(world, at, -1, steps);
    boolean isEnding =
        actor.player() instanceof Player.OfBatch batch
            && batch.worker().step() instanceof BatchStep.ReadMembers
            && batch.worker().certain().isDefined();
    for (int hidden = 0; scene.stale() && isEnding && hidden < scene.transfers().size(); hidden++) {
      read(world, at, hidden, steps);
    }
  }

  /** A read; of members, one may be hidden, since it is older than its document. */
  private void read(char[] world, int at, int hidden, Steps<char[]> steps) {
    Actor actor = codes.actor(world[layout.actor(at)]);
    boolean stuck = isStuck(world, at);
    StringBuilder key = new StringBuilder();
    key.append(world[layout.actor(at)]).append(stuck ? 'y' : 'n').append((char) (hidden + 1));
    key.append(world, layout.record(0), layout.room(0, 0) - layout.record(0));
    char[] next = world.clone();
    try {
      next[layout.actor(at)] =
          reads.computeIfAbsent(
              key.toString(),
              asked ->
                  codes.number(
                      driver.read(
                          actor, view(world, true).hiding(hidden), view(world, false), stuck)));
      tell(next, at);
    } catch (IllegalArgumentException | ArithmeticException impossible) {
      deliveries.broken(
          next, scene.roles().get(at).name() + " cannot go on: " + impossible.getMessage());
    }
    if (!Arrays.equals(world, next)) {
      steps.to(
          next,
          () ->
              scene.roles().get(at).name()
                  + ": "
                  + reading(actor, view(world, true))
                  + (hidden < 0 ? "" : ", before there was m" + (hidden + 1)));
    }
  }

  private String reading(Actor actor, View kept) {
    if (actor.player() instanceof Player.OfBatch batch) {
      return "read, "
          + batch.worker().step().getClass().getSimpleName()
          + " of "
          + Words.of(kept.batch(Scene.place(batch.worker().id())));
    }
    Player.OfMember member = (Player.OfMember) actor.player();
    return "read, "
        + member.worker().step().getClass().getSimpleName()
        + ", "
        + kept.transfer(Scene.place(member.worker().id())).getClass().getSimpleName();
  }

  private boolean isStuck(char[] world, int reader) {
    return scene.roles().get(reader).kind() == Kind.RECOVER
        || IntStream.range(0, scene.roles().size())
            .anyMatch(at -> codes.actor(world[layout.actor(at)]).gone());
  }

  private View view(char[] world, boolean ofMajority) {
    return new View(
        IntStream.range(0, scene.batches().size())
            .mapToObj(
                at ->
                    codes.records.value(
                        world[ofMajority ? layout.keptRecord(at) : layout.record(at)]))
            .toList(),
        IntStream.range(0, scene.transfers().size())
            .mapToObj(
                at ->
                    codes.transfers.value(
                        world[ofMajority ? layout.keptTransfer(at) : layout.transfer(at)]))
            .toList());
  }

  /** What the actor answers by now. */
  void tell(char[] next, int at) {
    String told = codes.told.value(next[Layout.TOLD]);
    String tells = codes.sending(next[layout.actor(at)]).tells();
    next[layout.actor(at)] = codes.forgetting(next[layout.actor(at)]);
    String joined = Tellings.joined(told, tells);
    if (joined.isEmpty()) {
      deliveries.broken(next, "answered was " + told + ", and now is " + tells);
      return;
    }
    next[Layout.TOLD] = codes.told.number(joined);
    Ghost ghost = codes.ghosts.value(next[Layout.GHOST]);
    if (!Tellings.areTrue(joined, ghost)) {
      deliveries.broken(
          next, "answered is " + tells + ", and decided is " + ghost.applied().mkString(" "));
    }
  }
}
