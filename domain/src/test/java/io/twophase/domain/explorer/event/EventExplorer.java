package io.twophase.domain.explorer.event;

import static io.twophase.domain.explorer.event.Flaw.READS_PAST_A_GAP;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallSpace;
import io.twophase.domain.explorer.event.World.Given;
import io.twophase.domain.explorer.event.World.Insert;
import io.twophase.domain.explorer.event.World.Reader;
import io.twophase.domain.explorer.event.World.Stage;
import io.twophase.domain.explorer.event.World.Stored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Every world that a scene can come to: deciders, servers, inserts, readers and retention. */
final class EventExplorer extends SmallSpace<World> {

  private final Scene scene;

  /** The judge's findings, by all that the judge looks at in a world. */
  private final Map<List<?>, Optional<String>> judged = new HashMap<>();

  EventExplorer(Scene scene) {
    super(new World(scene));
    this.scene = scene;
  }

  World now() {
    return now;
  }

  void may(String line, Consumer<World> happens) {
    move(line, happens);
  }

  @Override
  public Optional<String> fault(World world) {
    return super.fault(world)
        .or(
            () ->
                judged.computeIfAbsent(
                    Judge.looksAt(world), any -> new Judge(scene, world).fault()));
  }

  @Override
  protected void moves() {
    for (int at = 0; at < now.records.size(); at++) {
      decide(at, now.records.get(at));
    }
    // a decision in each moment, and a moment after the last
    if (now.clock <= now.records.size()
        && now.records.stream().anyMatch(record -> record.stamp() == now.clock)) {
      move("the clock goes on", after -> after.clock++);
    }
    servers();
    if (now.failovers > 0) {
      failovers();
    }
    for (int at = 0; at < now.inserts.size(); at++) {
      insert(at, now.inserts.get(at));
    }
    if (scene.has("trims")) {
      removals();
      trim();
    }
    for (int at = 0; at < now.passes.size(); at++) {
      new PassMoves(scene, this, at).all();
    }
    for (int at = 0; at < now.readers.size(); at++) {
      read(at, now.readers.get(at));
    }
  }

  private void decide(int at, Stored record) {
    if (record.primary() == Stage.UNDECIDED && mayBegin(at)) {
      move(
          World.id(at) + " is decided at " + now.clock,
          after -> after.record(at, record.decided(now.clock)));
    }
    if (record.primary() != record.majority()) {
      move(
          "a majority has " + World.id(at) + " " + record.primary(),
          after -> after.record(at, record.replicated()));
    }
  }

  /** The second begins once the first is answered, and is decided in a later millisecond. */
  private boolean mayBegin(int at) {
    Stored first = now.records.get(0);
    return at != 1 || (first.isAnswered() && now.clock > first.stamp());
  }

  private boolean mayBeLost(int number) {
    return now.given(number).record() >= 0 && !now.given(number).isKept();
  }

  private void servers() {
    boolean isFirst = true;
    for (int number = 1; number <= now.numbers.size(); number++) {
      if (mayBeLost(number) && (isFirst || scene.has("sharded"))) {
        int which = number;
        Given kept = new Given(now.given(number).record(), true);
        move("a majority has number " + number, after -> after.number(which, kept));
        isFirst = false;
      }
    }
  }

  private void failover(String line, Consumer<World> what) {
    move(
        "failover: " + line,
        after -> {
          after.failovers--;
          what.accept(after);
        });
  }

  private void failovers() {
    for (int at = 0; at < now.records.size(); at++) {
      int which = at;
      Stored record = now.records.get(at);
      if (record.primary() != record.majority()) {
        failover(World.id(at) + " goes back", after -> after.record(which, record.failedOver()));
      }
    }
    boolean areLost = false;
    for (int number = 1; number <= now.numbers.size(); number++) {
      int which = number;
      areLost |= mayBeLost(number);
      if (scene.has("sharded") && mayBeLost(number)) {
        failover("number " + number + " is lost", after -> after.number(which, World.ABSENT));
      }
    }
    if (!scene.has("sharded") && areLost) {
      failover("numbers are lost", this::loseNumbers);
    }
  }

  /** What was half done ends with the server that did it. */
  private void loseNumbers(World after) {
    for (int number = now.numbers.size(); number > 0; number--) {
      if (mayBeLost(number)) {
        after.number(number, World.ABSENT);
      }
    }
    for (int at = now.inserts.size() - 1; at >= 0; at--) {
      if (now.inserts.get(at).done() > 0) {
        after.end(at);
      }
    }
  }

  private void insert(int at, Insert insert) {
    int number = insert.first() + insert.done();
    int record = insert.of().get(insert.done());
    boolean isFree = now.given(number).record() < 0 || scene.lacks(Flaw.OVERWRITES);
    String line = "insert " + number + ": " + World.id(record) + (isFree ? "" : " -> taken");
    move(
        line,
        after -> {
          if (isFree) {
            after.number(number, new Given(record, false));
          }
          boolean isLast = insert.done() + 1 == insert.of().size();
          if (isLast || !(isFree || scene.lacks(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN))) {
            after.end(at);
          } else {
            Insert more =
                new Insert(insert.sender(), insert.first(), insert.of(), insert.done() + 1);
            after.inserts = World.with(after.inserts, at, more);
          }
        });
    if (now.cuts > 0 && insert.sender() >= 0) {
      for (boolean isLate : new boolean[] {false, true}) {
        move(
            "the insert of " + number + (isLate ? " is late" : " is lost"),
            after -> {
              after.cuts--;
              after.end(at);
              if (isLate) {
                after.inserts = World.with(now.inserts, at, insert.abandoned());
              }
            });
      }
    }
  }

  /** Retention waits for the consumers, and where there is none for nobody. */
  private void removals() {
    for (int at = 0; at < now.records.size(); at++) {
      int which = at;
      Stored stored = now.records.get(at);
      boolean isCertain = stored.isAnswered() && stored.primary() == stored.majority();
      if (stored.isThere() && isCertain && isRead(at)) {
        move(World.id(at) + " is removed", after -> after.record(which, stored.removed()));
      }
    }
  }

  private boolean isRead(int record) {
    boolean isRead = !scene.has("consumers");
    for (int number = 1; number <= now.noted; number++) {
      isRead |= now.given(number).record() == record;
    }
    return isRead;
  }

  /** It is noted first, and the numbers are removed then; or later, by another pass; or never. */
  private void trim() {
    int last = now.trimmed;
    while (mayBeTrimmed(last + 1)) {
      last++;
    }
    int upTo = last;
    boolean notesFirst = !scene.lacks(Flaw.REMOVES_BEFORE_IT_NOTES);
    if (now.trims > 0 && upTo > now.trimmed) {
      move(
          "numbers up to " + upTo + " are " + (notesFirst ? "noted as trimmed" : "removed"),
          after -> {
            after.trims--;
            if (notesFirst) {
              after.trimmed = upTo;
            } else {
              after.removeUpTo(upTo);
            }
          });
    }
    World removed = now.copy();
    removed.removeUpTo(now.trimmed);
    if (!removed.equals(now)) {
      move(
          "numbers up to " + now.trimmed + " are removed",
          after -> after.numbers = removed.numbers);
    }
  }

  private boolean mayBeTrimmed(int number) {
    Given given = now.given(number);
    return given.isKept()
        && (number <= now.confirmed || scene.lacks(Flaw.TRIMS_WHAT_IS_NOT_CONFIRMED))
        && (number <= now.noted || !scene.has("consumers"))
        && (now.records.get(given.record()).majority() == Stage.REMOVED
            || scene.lacks(Flaw.TRIMS_WHAT_IS_THERE));
  }

  private void read(int at, Reader reader) {
    boolean notesFirst = scene.lacks(Flaw.NOTES_FIRST);
    List<NumberedRecord> read = reader.read();
    if (reader.from() < 0) {
      say(at, "asks for its position: " + now.noted, new Reader(now.noted, List.of(), false));
    } else if (read.isEmpty()) {
      List<NumberedRecord> next = next(reader);
      if (!next.isEmpty()) {
        say(at, "reads " + next, new Reader(reader.from(), List.copyOf(next), false));
      }
    } else if (notesFirst == reader.isHandled()) {
      move(
          "reader " + at + " handles " + read,
          after -> {
            read.forEach(after::handle);
            after.reader(at, notesFirst ? Reader.IDLE : new Reader(reader.from(), read, true));
          });
    } else {
      note(at, reader, notesFirst ? new Reader(reader.from(), read, true) : Reader.IDLE);
    }
    if (now.crashes > 0 && !read.isEmpty()) {
      move(
          "reader " + at + " dies",
          after -> {
            after.crashes--;
            after.reader(at, Reader.IDLE);
          });
    }
  }

  private void say(int at, String line, Reader next) {
    move("reader " + at + " " + line, after -> after.reader(at, next));
  }

  private List<NumberedRecord> next(Reader reader) {
    List<NumberedRecord> above = now.above(reader.from(), scene.lacks(Flaw.READS_WHAT_MAY_BE_LOST));
    return scene.lacks(READS_PAST_A_GAP) ? above : NumberedRecord.following(reader.from(), above);
  }

  private void note(int at, Reader reader, Reader next) {
    int last = (int) reader.read().get(reader.read().size() - 1).number();
    if (now.noted != reader.from() && !scene.lacks(Flaw.NOTES_BLINDLY)) {
      say(at, "cannot note " + last, Reader.IDLE);
      return;
    }
    move(
        "reader " + at + " notes " + last,
        after -> {
          after.note(last);
          after.reader(at, next);
        });
  }
}
