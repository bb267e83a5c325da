package io.twophase.domain.machine;

import static io.twophase.domain.machine.Role.Kind.OTHER;
import static java.util.stream.IntStream.range;

import io.twophase.domain.TransactionId;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.machine.Step.Event.Seen;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that can happen next in a world. */
final class Moves {

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;
  private final Store store;
  private final Functions functions;
  private final Driver driver;
  private final Upkeep upkeep;
  private final Reader reader;
  private final Map<Long, Outcome> outcomes = new HashMap<>();

  /** A reaction in numbers: each case is put to the real code once. */
  private record Outcome(char actor, String late, Map<TransactionId, Result> results) {}

  Moves(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
    store = new Store(scene, cells, judge);
    functions = new Functions(scene, cells, judge);
    driver = new Driver(scene, functions);
    upkeep = new Upkeep(scene, cells, store, judge);
    reader = new Reader(scene, cells, judge);
  }

  static char budget(int timeOuts, int crashes) {
    return (char) (timeOuts * 16 + crashes);
  }

  /** The first world. */
  char[] start() {
    char[] world = new char[cells.width()];
    world[Cells.BUDGET] = budget(scene.timeOuts, scene.crashes);
    scene
        .places()
        .forEach(
            target -> world[cells.targetCell(target)] = cells.targets.number(scene.stored(target)));
    scene
        .taken()
        .ifPresent(
            record -> {
              int cell = cells.memberCell(0);
              world[cell] = cells.kept.number(Cells.Kept.of(record));
              world[Cells.majorityCell(cell)] = world[cell];
            });
    for (int at = 0; at < scene.roles.size(); at++) {
      world[cells.actorCell(at)] = cells.number(driver.starting(at, 0));
    }
    return world;
  }

  void of(char[] world, Steps<char[]> all) {
    boolean[] moved = new boolean[1];
    Steps<char[]> steps =
        (next, what) -> {
          reader.note(next);
          if (!Arrays.equals(world, next)) {
            moved[0] = true;
            all.to(next, what);
          }
        };
    for (int at = 0; at < scene.roles.size(); at++) {
      act(world, at, steps, all);
    }
    late(world, steps);
    soft(world, steps);
    upkeep.of(world, steps);
    if (!moved[0] && !judge.open(world).isEmpty()) {
      lookAgain(world, steps);
    }
    reader.of(world, steps);
  }

  /**
   * What an actor may do.
   *
   * @param quietly is told of reads that come to nothing new
   */
  private void act(char[] world, int at, Steps<char[]> steps, Steps<char[]> quietly) {
    char number = world[cells.actorCell(at)];
    Cells.Acting acting = cells.acting(number);
    Actor actor = acting.actor();
    Role role = scene.roles.get(at);
    if (actor.hasStopped()) {
      if (role.begins() && !actor.isDead() && actor.restarts() + 1 < scene.asks) {
        char[] next = world.clone();
        next[cells.actorCell(at)] = cells.number(driver.starting(at, actor.restarts() + 1));
        steps.to(next, () -> name(at) + " asks again");
      }
      return;
    }
    boolean isTooEarly =
        role.kind() == OTHER && cells.primary(world, cells.memberCell(role.target())).isFree();
    if (isTooEarly) {
      return;
    }
    if (world[Cells.BUDGET] % 16 > 0 && scene.isMortal(scene.roles.get(at))) {
      char[] next = world.clone();
      next[Cells.BUDGET] = (char) (next[Cells.BUDGET] - 1);
      next[cells.actorCell(at)] = cells.number(actor.dead());
      steps.to(next, () -> name(at) + " dies");
    }
    if (actor.worker().isEmpty()) {
      functions.next(world, at, steps);
      return;
    }
    if (actor.reads()) {
      // who was overtaken takes the other for dead only when nothing else moves
      boolean isBold = scene.roles.get(at).isBold() && actor.atWork().fencedAt().isEmpty();
      read(world, at, isBold, steps, quietly);
      return;
    }
    send(world, at, acting, steps);
    if (world[Cells.BUDGET] >= 16) {
      char[] next = world.clone();
      next[Cells.BUDGET] = (char) (next[Cells.BUDGET] - 16);
      go(next, at, outcome(number, 0xFFFF, () -> driver.timedOut(actor)));
      steps.to(
          next,
          () ->
              name(at)
                  + " times out on "
                  + words(acting.messages().chars().mapToObj(each -> (char) each)));
    }
    if (scene.is(Scene.Trait.PATIENCE) && driver.isWaiting(actor)) {
      char[] next = world.clone();
      go(next, at, outcome(number, 0xFFFE, () -> driver.impatient(actor)));
      steps.to(next, () -> name(at) + " gives up");
    }
  }

  private String words(Stream<Character> messages) {
    return messages
        .map(message -> Words.of(cells.messages.value(message)))
        .collect(Collectors.joining("; "));
  }

  private String name(int at) {
    return scene.roles.get(at).name();
  }

  /** An insert lands as a whole, or in parts, in any order; all else one after the other. */
  private void send(char[] world, int at, Cells.Acting acting, Steps<char[]> steps) {
    int open = acting.messages().length();
    boolean isInsert = acting.actor().atWork().step() instanceof Step.Insert;
    boolean inParts = isInsert && scene.is(Scene.Trait.PARTS);
    int many = isInsert && !inParts ? open : 1;
    for (int from = 0; from < (inParts ? open : Math.min(1, open)); from++) {
      send(world, at, acting, range(from, from + many).boxed().toList(), steps);
    }
  }

  private void send(
      char[] world, int at, Cells.Acting acting, List<Integer> which, Steps<char[]> steps) {
    char[] next = world.clone();
    List<Object> answers = new ArrayList<>();
    for (int each : which) {
      Object message = cells.messages.value(acting.messages().charAt(each));
      if (!store.canLand(world, message)) {
        return;
      }
      answers.add(deliver(next, message));
    }
    for (int each = 0; each < answers.size(); each++) {
      char place = acting.places().charAt(which.get(each));
      hear(next, at, next[cells.actorCell(at)], place, answers.get(each));
    }
    steps.to(
        next,
        () ->
            name(at)
                + ": "
                + words(which.stream().map(acting.messages()::charAt))
                + " -> "
                + answers.stream().map(Words::answer).collect(Collectors.joining(", ")));
  }

  private Object deliver(char[] next, Object message) {
    try {
      return store.deliver(next, message, isSoft(message));
    } catch (IllegalArgumentException impossible) {
      judge.breaks(next, "impossible: " + impossible.getMessage());
      return Message.none(message);
    }
  }

  /** Acknowledged by one server: a finish where servers may fail, and what a flaw says. */
  private boolean isSoft(Object message) {
    return scene.is(Scene.Trait.FORGET)
        && ((message instanceof Transition move
                && move.kind() == Transition.Kind.FINISH
                && move.record().isOfMany())
            || ((scene.lacks(Flaw.BEGINS_RECORDS_ON_ONE_SERVER) || scene.is(Scene.Trait.LOST))
                && message instanceof TransactionRecord)
            || (scene.lacks(Flaw.BEGINS_MEMBERS_ON_ONE_SERVER)
                && message instanceof MemberDocument));
  }

  private void hear(char[] next, int at, char number, int place, Object answer) {
    long key = 0x10000 + cells.answers.number(answer) * 64L + place;
    try {
      go(next, at, outcome(number, key, () -> driver.heard(cells.actor(number), place, answer)));
    } catch (IllegalArgumentException | ArithmeticException impossible) {
      judge.breaks(next, name(at) + " cannot go on: " + impossible.getMessage());
    }
  }

  private interface Reacting {
    Driver.Reaction react();
  }

  private Outcome outcome(char actor, long key, Reacting reacting) {
    return outcomes.computeIfAbsent(
        ((long) actor << 40) | key,
        asked -> {
          Driver.Reaction reaction = reacting.react();
          StringBuilder late = new StringBuilder();
          reaction.late().forEach(message -> late.append(cells.messages.number(message)));
          return new Outcome(cells.number(reaction.actor()), late.toString(), reaction.results());
        });
  }

  private void go(char[] next, int at, Outcome outcome) {
    next[cells.actorCell(at)] = outcome.actor();
    if (cells.actor(outcome.actor()).call().isPresent()) {
      functions.put(next, at, cells.actor(outcome.actor()));
    }
    for (char message : outcome.late().toCharArray()) {
      next[Cells.LATE] = cells.with(next[Cells.LATE], message);
    }
    forgetVain(next);
    if (!outcome.results().isEmpty()) {
      judge.tells(next, scene.roles.get(at), outcome.results());
    }
  }

  private void forgetVain(char[] world) {
    String late = cells.late(world);
    for (int at = late.length() - 1; at >= 0; at--) {
      if (store.isVain(world, cells.messages.value(late.charAt(at)))) {
        world[Cells.LATE] = cells.without(world[Cells.LATE], at);
      }
    }
  }

  private void read(
      char[] world, int at, boolean isStuck, Steps<char[]> steps, Steps<char[]> quietly) {
    char number = world[cells.actorCell(at)];
    Actor actor = cells.actor(number);
    Step.Read read = (Step.Read) actor.atWork().step();
    if (!scene.roles.get(at).isOfMany() && actor.half().isEmpty()) {
      TransactionId id = read.members().get(0);
      Lookup document = lookup(id, seenBy(world, cells.memberCell(scene.place(id)), false));
      if (document.member().isPresent()) {
        char[] next = world.clone();
        next[cells.actorCell(at)] = cells.number(actor.seeing(document));
        quietly.to(next, () -> name(at) + " reads its document");
        return;
      }
    }
    hear(world, at, new Seen(lookups(world, actor, read), isStuck), steps, quietly);
    boolean mayBeOld =
        scene.is(Scene.Trait.STALE)
            && scene.roles.get(at).isOfMany()
            && !read.record()
            && actor.atWork().record().stream().anyMatch(record -> record.state().isDecided());
    if (mayBeOld) {
      List<Lookup> old = read.members().stream().map(id -> Lookup.absent(id.value())).toList();
      hear(world, at, new Seen(old, isStuck), steps, quietly);
    }
  }

  private void hear(char[] world, int at, Seen seen, Steps<char[]> steps, Steps<char[]> quietly) {
    char number = world[cells.actorCell(at)];
    char[] next = world.clone();
    long key = 0x80000000L + cells.answers.number(seen);
    go(next, at, outcome(number, key, () -> driver.read(cells.actor(number), seen)));
    Actor before = cells.actor(number);
    Actor after = cells.actor(next, at);
    (after.worker().equals(before.worker()) ? quietly : steps)
        .to(next, () -> name(at) + " reads " + Words.of(seen));
  }

  private List<Lookup> lookups(char[] world, Actor actor, Step.Read read) {
    List<Lookup> lookups = new ArrayList<>();
    if (actor.half().isPresent()) {
      Lookup document = actor.half().orElseThrow();
      return List.of(withRecord(world, document));
    }
    if (read.record()) {
      int batch = scene.place(actor.atWork().id());
      lookups.add(
          seenBy(world, cells.recordCell(batch), false)
              .record()
              .map(record -> Lookup.found(record, Duration.ZERO))
              .orElseGet(() -> Lookup.absent(scene.batchId(batch).value())));
    }
    boolean isOld = scene.lacks(Flaw.SEES_MEMBERS_OF_ONE_SERVER);
    for (TransactionId id : read.members()) {
      Cells.Kept there = seenBy(world, cells.memberCell(scene.place(id)), isOld);
      lookups.add(withRecord(world, lookup(id, there)));
    }
    return lookups;
  }

  private Cells.Kept seenBy(char[] world, int cell, boolean isPrimary) {
    return cells.primary(world, isPrimary ? cell : Cells.majorityCell(cell));
  }

  private Lookup lookup(TransactionId id, Cells.Kept there) {
    return there.receipt().isPresent() && scene.lacks(Flaw.IS_NOT_SHOWN)
        ? Lookup.absent(id.value())
        : there.lookup(id.value());
  }

  private Lookup withRecord(char[] world, Lookup lookup) {
    return lookup
        .member()
        .map(
            member -> {
              int cell = cells.recordCell(scene.place(member.record()));
              Optional<TransactionRecord> record = seenBy(world, cell, false).record();
              return Lookup.found(member, record, Duration.ZERO);
            })
        .orElse(lookup);
  }

  private void late(char[] world, Steps<char[]> steps) {
    String late = cells.late(world);
    for (int at = 0; at < late.length(); at++) {
      Object message = cells.messages.value(late.charAt(at));
      boolean isKnown = at > 0 && late.charAt(at) == late.charAt(at - 1);
      if (isKnown || !store.canLand(world, message)) {
        continue;
      }
      land(world, at, message, isSoft(message), steps);
      if (scene.soft.contains(message.getClass().getSimpleName())) {
        land(world, at, message, true, steps);
      }
    }
  }

  private void land(char[] world, int at, Object message, boolean isSoft, Steps<char[]> steps) {
    char[] next = world.clone();
    next[Cells.LATE] = cells.without(world[Cells.LATE], at);
    Object answer = store.deliver(next, message, isSoft);
    forgetVain(next);
    steps.to(
        next,
        () ->
            "late"
                + (isSoft ? ", on one server: " : ": ")
                + Words.of(message)
                + " -> "
                + Words.answer(answer));
  }

  /** What no majority has is committed, or forgotten by a new primary. */
  private void soft(char[] world, Steps<char[]> steps) {
    for (int record = 0; record < scene.records(); record++) {
      int cell = cells.anyCell(record);
      if (!Cells.isCertain(world, cell)) {
        int which = record;
        char[] committed = world.clone();
        store.commit(committed, cell);
        steps.to(committed, () -> "a majority has record " + which);
        char[] forgotten = world.clone();
        forgotten[cell] = world[Cells.majorityCell(cell)];
        steps.to(forgotten, () -> "a new primary forgets record " + which);
      }
    }
  }

  /** Nobody does more than read, and something is open: recovery comes again, and takes over. */
  private void lookAgain(char[] world, Steps<char[]> steps) {
    for (int at = 0; at < scene.roles.size(); at++) {
      Role role = scene.roles.get(at);
      Actor actor = cells.actor(world, at);
      if (actor.isDead()) {
        continue;
      }
      if (actor.hasStopped()) {
        boolean comesAgain =
            (actor.restarts() < 3 || scene.is(Scene.Trait.FORGET))
                && (role.kind() == Role.Kind.RECOVER
                    || role.kind() == Role.Kind.RESUME
                    || role.kind() == Role.Kind.ABANDON
                    || (role.begins() && !judge.hasAnswer(world, role)));
        if (comesAgain) {
          char[] next = world.clone();
          next[cells.actorCell(at)] =
              cells.number(driver.starting(at, Math.min(3, actor.restarts() + 1)));
          int who = at;
          steps.to(next, () -> name(who) + " comes again");
        }
      } else if (actor.reads()) {
        read(world, at, true, steps, steps);
      }
    }
  }
}
