package io.twophase.domain.explorer.carried;

import static io.twophase.domain.explorer.carried.Flaw.REMOVES_FIRST;

import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallSpace;
import io.twophase.domain.explorer.carried.World.Pass;
import io.twophase.domain.explorer.carried.World.Reader;
import io.twophase.domain.explorer.carried.World.Step;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Every world that a scene can come to. */
final class CarriedExplorer extends SmallSpace<World> {

  private final Scene scene;
  private final int heldBack;
  private boolean emptied;

  CarriedExplorer(Scene scene) {
    super(new World(scene));
    this.scene = scene;
    heldBack = scene.get("heldBack") - 1;
  }

  /** There has to be a world in which all is removed. */
  @Override
  protected Optional<String> unmet() {
    return emptied ? Optional.empty() : Optional.of("nothing was ever all removed");
  }

  @Override
  public void visit(World world) {
    emptied |= world.there().isEmpty();
  }

  /** What is carried, and what is there and not carried, is all there ever was. */
  @Override
  public Optional<String> fault(World world) {
    return super.fault(world)
        .or(
            () ->
                !world.known().equals(world.total())
                    ? Optional.of("known are " + world.known() + ", and it is " + world.total())
                    : Optional.empty());
  }

  @Override
  protected void moves() {
    for (int at = 0; at < now.endedAt.size(); at++) {
      if (now.endedAt.get(at) == 0 && now.decidedWith(at).findFirst().getAsInt() == at) {
        end(at);
      }
    }
    if (now.old < now.clock) {
      move("time passes", after -> after.old = after.clock);
    }
    if (scene.has("heldBack") && !now.isLetGo) {
      move("t" + heldBack + " is let go", after -> after.isLetGo = true);
    }
    for (int at = 0; at < now.late.size(); at++) {
      arrive(at, now.late.get(at));
    }
    read(now.reader);
    for (int at = 0; at < now.passes.size(); at++) {
      pass(at, now.passes.get(at));
    }
  }

  /** A record ends now, in the moment of the last one or later. */
  private void end(int at) {
    if (scene.lacks(Flaw.ENDS_EARLIER)) {
      end(at, now.old - 1);
    } else if (now.clock > now.old) {
      end(at, now.clock);
    }
    end(at, now.clock + 1);
  }

  private void end(int at, int moment) {
    move(
        "t" + at + " ends at " + moment,
        after -> {
          now.decidedWith(at)
              .forEach(member -> after.endedAt = World.with(after.endedAt, member, moment));
          after.clock = Math.max(moment, after.clock);
        });
  }

  private void arrive(int at, CarriedBalance sent) {
    boolean matches = now.carried.changes() + 1 == sent.changes();
    move(
        "a late write of " + sent.sum() + (matches ? " matches" : " does not match"),
        after -> {
          after.late = World.without(after.late, at);
          after.carried = matches ? sent : after.carried;
        });
  }

  private void read(Reader reader) {
    int count = now.isThere.size();
    boolean begins = reader.next() == 0 && reader.asked().isEmpty();
    int begunAt = begins ? now.clock : reader.begunAt();
    if (reader.next() == (scene.lacks(Flaw.ASKS_FIRST) ? 0 : count) && reader.asked().isEmpty()) {
      Optional<CarriedBalance> asked = Optional.of(now.carried);
      move(
          "the reader asks what is carried: " + now.carried.sum(),
          after -> judge(after, new Reader(reader.next(), reader.seen(), asked, begunAt)));
    } else if (reader.next() < count) {
      boolean isThere = now.isThere.get(reader.next());
      List<EndedPosting> seen =
          isThere ? World.plus(reader.seen(), now.line(reader.next())) : reader.seen();
      move(
          "the reader " + (isThere ? "sees" : "does not find") + " t" + reader.next(),
          after -> judge(after, new Reader(reader.next() + 1, seen, reader.asked(), begunAt)));
    }
  }

  private void judge(World after, Reader reader) {
    after.reader = reader;
    if (reader.next() < after.isThere.size() || reader.asked().isEmpty()) {
      return;
    }
    CarriedBalance carried = reader.asked().orElseThrow();
    if (isTorn(reader, carried)) {
      after.reader = new Reader(0, List.of(), Optional.empty(), 0);
      return;
    }
    BigInteger sum = carried.sum();
    for (EndedPosting line : reader.seen()) {
      if (!carried.has(line.ending()) || scene.lacks(Flaw.COUNTS_WHAT_IS_THERE)) {
        sum = sum.add(BigInteger.valueOf(line.posting().effect().minor()));
      }
    }
    if (!sum.equals(after.total())) {
      after.fault = "the statement says " + sum + ", and it is " + after.total();
    }
  }

  /** What had not ended when it was seen may be carried by now: then it looks again. */
  private boolean isTorn(Reader reader, CarriedBalance carried) {
    return !scene.lacks(Flaw.NEVER_LOOKS_AGAIN)
        && reader.seen().stream().anyMatch(line -> line.ending().isEmpty())
        && carried.reaches(Instant.ofEpochSecond(reader.begunAt()));
  }

  private void pass(int me, Pass pass) {
    if (pass.runs() == 0) {
      return;
    }
    switch (pass.step()) {
      case IDLE -> list(me, pass);
      case LISTED -> say(me, "reads what is carried", pass.at(Step.READ, Optional.of(now.carried)));
      case READ -> carry(me, pass);
      case REMOVING -> remove(me, pass);
    }
    if (pass.step() != Step.IDLE) {
      say(me, "dies", ended(pass));
    }
  }

  private void say(int me, String line, Pass next) {
    say(me, line, next, after -> {});
  }

  private void say(int me, String line, Pass next, Consumer<World> happens) {
    move(
        "pass " + me + " " + line,
        after -> {
          happens.accept(after);
          after.passes = World.with(after.passes, me, next);
        });
  }

  private static Pass ended(Pass pass) {
    return Pass.first(pass.runs() - 1);
  }

  private void list(int me, Pass pass) {
    List<Integer> page = page(pass);
    if (page.isEmpty()) {
      say(me, "finds no more", ended(pass));
      return;
    }
    Step next = scene.lacks(REMOVES_FIRST) ? Step.REMOVING : Step.LISTED;
    say(
        me,
        "lists " + page,
        new Pass(next, pass.after(), page, Optional.empty(), going(page), pass.runs()));
  }

  private List<Integer> going(List<Integer> page) {
    return page.stream().filter(at -> at != heldBack || now.isLetGo).toList();
  }

  /** The oldest behind the last place; those of one record are in one page. */
  private List<Integer> page(Pass pass) {
    List<Integer> old =
        new ArrayList<>(
            now.there().stream()
                .filter(at -> now.endedAt.get(at) > 0 && now.endedAt.get(at) <= now.old)
                .filter(
                    at ->
                        pass.after()
                            .map(last -> now.ending(at).orElseThrow().compareTo(last) > 0)
                            .orElse(true))
                .sorted(Comparator.comparing(at -> now.ending(at).orElseThrow()))
                .toList());
    List<Integer> page = new ArrayList<>();
    while (!old.isEmpty()) {
      int first = old.get(scene.lacks(Flaw.BEGINS_AT_THE_END) ? old.size() - 1 : 0);
      List<Integer> next = now.decidedWith(first).boxed().filter(old::contains).toList();
      if (!page.isEmpty() && page.size() + next.size() > scene.get("page")) {
        break;
      }
      page.addAll(next);
      old.removeAll(next);
    }
    return List.copyOf(page);
  }

  private void carry(int me, Pass pass) {
    CarriedBalance read = pass.read().orElseThrow();
    CarriedBalance next = carried(pass, read);
    Pass carriedAll = scene.lacks(REMOVES_FIRST) ? next(pass) : pass.at(Step.REMOVING, pass.read());
    if (next.equals(read)) {
      say(me, "finds all of it carried", carriedAll);
      return;
    }
    if (scene.lacks(Flaw.OVERWRITES) || now.carried.changes() == read.changes()) {
      say(me, "carries " + next.sum(), carriedAll, after -> after.carried = next);
    } else {
      say(me, "finds that another has carried", pass.at(Step.LISTED, Optional.empty()));
    }
    if (now.unanswered > 0) {
      say(
          me,
          "sends " + next.sum() + ", and has no answer",
          scene.lacks(Flaw.GOES_ON_IN_DOUBT) ? carriedAll : ended(pass),
          after -> {
            after.late = World.plus(after.late, next);
            after.unanswered--;
          });
    }
  }

  private CarriedBalance carried(Pass pass, CarriedBalance read) {
    List<Integer> which = scene.lacks(Flaw.CARRIES_WHAT_GOES) ? going(pass.page()) : pass.page();
    // a page has the records as they were listed, and what has ended does not change
    List<EndedPosting> lines = which.stream().map(now::line).toList();
    CarriedBalance next = read.with(lines);
    if (!scene.lacks(Flaw.ADDS_AGAIN)) {
      return next;
    }
    BigInteger sum =
        lines.stream()
            .map(line -> BigInteger.valueOf(line.posting().effect().minor()))
            .reduce(read.sum(), BigInteger::add);
    return new CarriedBalance(
        next.account(),
        sum,
        read.lines() + lines.size(),
        next.last(),
        next.latest(),
        read.changes() + 1);
  }

  private void remove(int me, Pass pass) {
    if (pass.going().isEmpty()) {
      say(
          me,
          "goes on",
          scene.lacks(REMOVES_FIRST) ? pass.at(Step.LISTED, Optional.empty()) : next(pass));
      return;
    }
    int first = pass.going().get(0);
    say(
        me,
        "removes t" + first,
        pass.withGoing(World.without(pass.going(), 0)),
        after -> after.isThere = World.with(after.isThere, first, false));
  }

  /** Ready for the next page. */
  private Pass next(Pass pass) {
    int last = pass.page().get(pass.page().size() - 1);
    return new Pass(
        Step.IDLE, now.ending(last), List.of(), Optional.empty(), List.of(), pass.runs());
  }
}
