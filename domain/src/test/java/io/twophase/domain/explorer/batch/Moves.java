package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.explorer.batch.Role.Kind;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.range.RangeRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Everything that can happen next in a world. */
final class Moves {

  private static final long TIMED_OUT = 1L << 50;
  private static final long CRASHED = 1L << 51;

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Judge judge;
  private final Driver driver;
  private final Deliveries deliveries;
  private final Network network;
  private final Upkeep upkeep;
  private final Readings readings;
  private final Map<Long, Outcome> outcomes = new HashMap<>();

  /** A reaction in numbers: each case is put to the real code once. */
  private record Outcome(char actor, String late) {}

  Moves(Scene scene, Layout layout, Codes codes, Judge judge) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.judge = judge;
    driver = new Driver(scene);
    deliveries = new Deliveries(scene, layout, codes);
    network = new Network(scene, layout, codes, deliveries);
    upkeep = new Upkeep(scene, layout, codes, deliveries);
    readings = new Readings(scene, layout, codes, judge, driver, deliveries);
  }

  /** The first world. */
  char[] start() {
    char[] cells = new char[layout.width()];
    cells[Layout.BUDGET] = (char) scene.faults();
    cells[Layout.GHOST] = codes.ghosts.number(Ghost.at(scene));
    cells[Layout.TOLD] =
        codes.told.number(String.valueOf(Tellings.NOTHING).repeat(scene.transfers().size()));
    for (int at = 0; at < scene.accounts().size(); at++) {
      cells[layout.account(at)] = codes.accounts.number(scene.accounts().get(at));
    }
    scene
        .foreign()
        .forEach(
            (place, lookup) -> {
              cells[layout.transfer(place)] = codes.transfers.number(lookup);
              deliveries.keepTransfer(cells, place);
            });
    for (int at = 0; at < scene.roles().size(); at++) {
      cells[layout.actor(at)] = codes.number(driver.starting(at));
      judge.startsAs(at, cells[layout.actor(at)]);
    }
    return cells;
  }

  void of(char[] world, Steps<char[]> all) {
    boolean[] moved = new boolean[1];
    Steps<char[]> steps =
        (next, what) -> {
          if (!Arrays.equals(world, next)) {
            moved[0] = true;
            all.to(next, what);
          }
        };
    for (int at = 0; at < scene.roles().size(); at++) {
      act(world, at, steps);
      readings.of(world, at, all);
    }
    network.of(world, steps);
    upkeep.of(world, steps);
    if (!moved[0] && !judge.isEnded(world)) {
      lookAgain(world, steps);
    }
  }

  private void act(char[] world, int at, Steps<char[]> steps) {
    char number = world[layout.actor(at)];
    Codes.Sending sending = codes.sending(number);
    Actor actor = sending.actor();
    if (actor.hasStopped()) {
      return;
    }
    for (int each = 0; each < senders(actor, sending); each++) {
      char message = sending.messages().charAt(each);
      if (deliveries.canLand(world, message)) {
        char[] next = world.clone();
        char answer = deliveries.deliver(next, message, isSoft(message));
        hear(next, at, number, sending.places().charAt(each), answer);
        steps.to(
            next,
            () ->
                name(at)
                    + ": "
                    + Words.of(codes.messages.value(message))
                    + " -> "
                    + Words.answered(codes.messages.value(message), codes.answers.value(answer)));
      }
    }
    if (!sending.messages().isEmpty() && Fault.TIME_OUT.leftOf(world[Layout.BUDGET]) > 0) {
      char[] next = world.clone();
      next[Layout.BUDGET] = Fault.TIME_OUT.spentOf(world[Layout.BUDGET]);
      go(next, at, timedOut(number));
      steps.to(next, () -> name(at) + ": time out on " + unanswered(actor));
    }
    if (Fault.CRASH.leftOf(world[Layout.BUDGET]) > 0 && !isAtStart(actor)) {
      char[] next = world.clone();
      next[Layout.BUDGET] = Fault.CRASH.spentOf(world[Layout.BUDGET]);
      go(next, at, crashed(number));
      steps.to(next, () -> name(at) + ": crash");
    }
  }

  /** The parts of a begin land in any order, requests to accounts one after the other. */
  private static int senders(Actor actor, Codes.Sending sending) {
    return actor.player() instanceof Player.OfBatch batch
            && batch.worker().step() instanceof BatchStep.OnAccounts
        ? Math.min(1, sending.messages().length())
        : sending.messages().length();
  }

  private boolean isAtStart(Actor actor) {
    return scene.roles().get(actor.role()).kind() != Kind.OWN;
  }

  private static String unanswered(Actor actor) {
    return String.join("; ", actor.unanswered().stream().map(Words::of).toList());
  }

  private String name(int at) {
    return scene.roles().get(at).name();
  }

  /** Acknowledged by one server: a finish where servers may fail, and what a flaw says. */
  private boolean isSoft(char number) {
    Message message = codes.messages.value(number);
    boolean isFinish =
        message instanceof Message.Change change
            && change.transition() instanceof BatchTransition.Finish;
    return scene.forgets()
        && (isFinish
            || (scene.lacks(Flaw.BEGINS_RECORDS_ON_ONE_SERVER)
                && message instanceof Message.InsertRecord)
            || (scene.lacks(Flaw.BEGINS_MEMBERS_ON_ONE_SERVER)
                && message instanceof Message.InsertMember));
  }

  private void hear(char[] next, int at, char number, int place, char answer) {
    long key = ((long) number << 32) | ((long) place << 16) | answer;
    try {
      go(
          next,
          at,
          outcomes.computeIfAbsent(
              key,
              asked -> {
                Actor heard = codes.actor(number).answered(place, codes.answers.value(answer));
                return outcome(
                    driver.react(heard, false).getOrElse(() -> new Reaction(heard, List.of())));
              }));
    } catch (IllegalArgumentException | ArithmeticException impossible) {
      deliveries.broken(next, name(at) + " cannot go on: " + impossible.getMessage());
    }
  }

  private Outcome timedOut(char number) {
    return outcomes.computeIfAbsent(
        TIMED_OUT | number, asked -> outcome(driver.react(codes.actor(number), true).get()));
  }

  private Outcome crashed(char number) {
    Actor actor = codes.actor(number);
    return outcomes.computeIfAbsent(
        CRASHED | number, asked -> outcome(new Reaction(actor.leaving(), actor.unanswered())));
  }

  private Outcome outcome(Reaction reaction) {
    StringBuilder late = new StringBuilder();
    for (Message message : reaction.late()) {
      boolean isRead =
          message instanceof Message.OnRange range && range.request() instanceof RangeRequest.Look;
      if (!isRead) {
        late.append(codes.messages.number(message));
      }
    }
    return new Outcome(codes.number(reaction.actor()), late.toString());
  }

  private void go(char[] next, int at, Outcome outcome) {
    next[layout.actor(at)] = outcome.actor();
    for (int each = 0; each < outcome.late().length(); each++) {
      next[Layout.LATE] = codes.with(next[Layout.LATE], outcome.late().charAt(each));
    }
    deliveries.forgetVain(next);
    readings.tell(next, at);
  }

  /** Nobody does more than read, and something is open: recovery comes again. */
  private void lookAgain(char[] world, Steps<char[]> steps) {
    for (int at = 0; at < scene.roles().size(); at++) {
      Role role = scene.roles().get(at);
      Actor actor = codes.actor(world[layout.actor(at)]);
      boolean isOpen =
          role.kind() == Kind.RECOVER
              && Judge.isOpen(codes.records.value(world[layout.keptRecord(role.target())]));
      if (isOpen && actor.player().hasStopped()) {
        char[] next = world.clone();
        next[layout.actor(at)] = codes.number(driver.starting(at));
        steps.to(next, () -> role.name() + ": looks again");
      }
    }
  }
}
