package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import java.util.List;
import java.util.function.BiConsumer;

/** What one instance of the consumer can do next. */
final class ReaderMoves {

  private final Scene scene;
  private final World world;
  private final int at;
  private final Reader reader;
  private final BiConsumer<String, World> moves;

  ReaderMoves(Scene scene, World world, int at, BiConsumer<String, World> moves) {
    this.scene = scene;
    this.world = world;
    this.at = at;
    this.reader = world.readers().get(at);
    this.moves = moves;
  }

  void all() {
    boolean isFirstToNote = scene.flaw() == Flaw.NOTES_FIRST;
    if (reader.from() < 0) {
      add(
          "asks for its position: " + world.noted(),
          world,
          new Reader(world.noted(), List.of(), false));
    } else if (reader.read().isEmpty()) {
      read();
    } else if (!reader.isHandled() && isFirstToNote) {
      note(new Reader(reader.from(), reader.read(), true));
    } else if (!reader.isHandled()) {
      add("handles " + reader.read(), handled(), new Reader(reader.from(), reader.read(), true));
    } else if (isFirstToNote) {
      add("handles " + reader.read(), handled(), Reader.IDLE);
    } else {
      note(Reader.IDLE);
    }
    World.Left left = world.left();
    if (left.crashes() > 0 && !reader.read().isEmpty()) {
      World fewer = world.left(left.oneCrashLess());
      add("dies", fewer, Reader.IDLE);
    }
  }

  private void add(String line, World after, Reader now) {
    moves.accept("reader " + (at + 1) + " " + line, after.reader(at, now));
  }

  private void read() {
    List<NumberedRecord> above =
        world.above(reader.from(), scene.flaw() == Flaw.READS_WHAT_MAY_BE_LOST);
    List<NumberedRecord> read =
        scene.flaw() == Flaw.READS_PAST_A_GAP
            ? above
            : NumberedRecord.following(reader.from(), above);
    if (!read.isEmpty()) {
      add("reads " + read, world, new Reader(reader.from(), List.copyOf(read), false));
    }
  }

  private World handled() {
    World after = world;
    for (NumberedRecord read : reader.read()) {
      after = after.handled((int) read.number(), World.record(read.record()));
    }
    return after;
  }

  private void note(Reader now) {
    int last = (int) reader.read().get(reader.read().size() - 1).number();
    boolean isAsRead = world.noted() == reader.from();
    if (isAsRead || scene.flaw() == Flaw.NOTES_BLINDLY) {
      add("notes " + last, world.noted(last), now);
    } else {
      add("cannot note " + last, world, Reader.IDLE);
    }
  }
}
