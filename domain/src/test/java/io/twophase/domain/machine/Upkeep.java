package io.twophase.domain.machine;

import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.vavr.control.Option;
import java.time.Instant;

/** Those that look after all: who sweeps dead holds, and retention. */
final class Upkeep {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Store store;

  Upkeep(Scene scene, Layout layout, Codes codes, Store store) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.store = store;
  }

  void of(char[] world, Steps<char[]> steps) {
    for (int target = 0; target < scene.targets.length(); target++) {
      Option<Stored> stored = codes.targets.value(world[layout.target(target)]);
      if (!scene.is(Scene.Trait.UNSWEPT) && Store.isHeld(stored, scene)) {
        stored.get().holds().forEach(hold -> sweep(world, stored.get(), hold, steps));
      }
    }
    if (scene.is(Scene.Trait.RETAIN)) {
      retain(world, steps);
    }
  }

  private void sweep(char[] world, Stored stored, Hold hold, Steps<char[]> steps) {
    if (scene.aliens().containsValue(hold)) {
      return;
    }
    int place = scene.place(hold.record());
    Codes.Kept there = codes.kept.value(world[Layout.kept(layout.any(place))]);
    Option<TransactionRecord> record =
        there.record().filter(each -> each.id().equals(hold.record()));
    Message message;
    if (scene.lacks(Flaw.WITHDRAWS_WITHOUT_A_TOMBSTONE)) {
      message = new Message.End(Ending.of(stored.target(), hold));
    } else if (record.isEmpty()) {
      if (!hold.record().isOfMany() && !there.isRemoved()) {
        return;
      }
      message =
          hold.record().isOfMany()
              ? new Message.InsertRecord(NewRecord.tombstone(hold.record()).stored(Instant.EPOCH))
              : new Message.End(Ending.of(stored.target(), hold));
    } else if (isDead(record.get(), hold)) {
      message = new Message.End(Ending.of(stored.target(), hold));
    } else {
      return;
    }
    if (store.canLand(world, message)) {
      char[] next = world.clone();
      store.deliver(next, message, false);
      steps.to(next, () -> "sweeper: " + Words.of(message));
    }
  }

  private boolean isDead(TransactionRecord record, Hold hold) {
    return record.state().isFinal()
        || (hold.epoch().olderThan(record.epoch()) && !scene.lacks(Flaw.LEAVES_OLD_EPOCHS));
  }

  /** Its clock: nobody who may write a begin of the same ids is under way. */
  private void retain(char[] world, Steps<char[]> steps) {
    boolean isAsked = isAsked(world) && !scene.lacks(Flaw.REMOVES_AT_ANY_TIME);
    for (int batch = 0; batch < scene.batches.size(); batch++) {
      int cell = layout.record(batch);
      Option<TransactionRecord> record =
          codes
              .kept
              .value(
                  world[
                      scene.lacks(Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE)
                          ? cell
                          : Layout.kept(cell)])
              .record();
      if (record.isEmpty()
          || !record.get().state().isFinal()
          || isAsked
          || (isBegun(world, batch) && !scene.lacks(Flaw.REMOVES_TOMBSTONES_AT_ONCE))) {
        continue;
      }
      boolean isNamed = false;
      for (int member = 0; member < scene.ops.size(); member++) {
        int document = layout.member(member);
        RecordId id = scene.batchId(batch);
        int which = member;
        boolean names =
            codes
                .kept
                .value(world[Layout.kept(document)])
                .member()
                .exists(there -> there.record().equals(id));
        isNamed |= names;
        if (names && !record.get().frees(scene.body(which).id()) && isKept(world, document)) {
          remove(world, document, "m" + (member + 1), steps);
        }
      }
      boolean isLast =
          !isNamed
              || scene.lacks(Flaw.REMOVES_RECORDS_FIRST)
              || scene.lacks(Flaw.REMOVES_TOMBSTONES_AT_ONCE);
      if (isLast && (isKept(world, cell) || scene.lacks(Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE))) {
        remove(world, cell, "record " + batch, steps);
      }
    }
    for (int member = 0; member < scene.ops.size(); member++) {
      int cell = layout.member(member);
      boolean isEnded =
          codes.kept.value(world[Layout.kept(cell)]).record().exists(r -> r.state().isFinal());
      int which = member;
      boolean isBegun =
          java.util.stream.IntStream.range(0, scene.batches.size())
              .anyMatch(batch -> scene.batches.get(batch).contains(which) && isBegun(world, batch));
      if (isEnded && !isAsked && !isBegun && isKept(world, cell)) {
        remove(world, cell, "m" + (member + 1), steps);
      }
    }
  }

  private static boolean isKept(char[] world, int cell) {
    return world[cell] == world[Layout.kept(cell)];
  }

  private void remove(char[] world, int cell, String what, Steps<char[]> steps) {
    char[] next = world.clone();
    next[cell] = codes.kept.number(Codes.Kept.REMOVED);
    next[Layout.kept(cell)] = next[cell];
    steps.to(next, () -> "retention removes " + what);
  }

  /** Whether an insert of a transaction alone is under way, or somebody does not know of his. */
  private boolean isAsked(char[] world) {
    for (char late : codes.late(world[Layout.LATE]).toCharArray()) {
      if (codes.messages.value(late) instanceof Message.InsertRecord insert
          && !insert.record().id().isOfMany()) {
        return true;
      }
    }
    for (int at = 0; at < scene.roles.size(); at++) {
      Role role = scene.roles.get(at);
      Actor actor = codes.actor(world[layout.actor(at)]);
      boolean isUnsure =
          !role.isOfMany()
              && role.begins()
              && actor
                  .worker()
                  .exists(
                      worker ->
                          isInsert(worker)
                              || (!worker.knowledge().progress().wasThere()
                                  && !scene.lacks(Flaw.REMOVES_BESIDE_ONE_IN_DOUBT)));
      if (isUnsure) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInsert(Worker worker) {
    return worker.step() instanceof Step.Insert insert && !insert.record().isTombstone();
  }

  private boolean isBegun(char[] world, int batch) {
    RecordId id = scene.batchId(batch);
    for (char late : codes.late(world[Layout.LATE]).toCharArray()) {
      Message message = codes.messages.value(late);
      boolean isBegin =
          (message instanceof Message.InsertRecord insert && insert.record().id().equals(id))
              || (message instanceof Message.InsertMember member
                  && member.document().record().equals(id))
              || (message instanceof Message.TakeMember take && take.take().into().contains(id));
      if (isBegin) {
        return true;
      }
    }
    for (int at = 0; at < scene.roles.size(); at++) {
      Role role = scene.roles.get(at);
      Actor actor = codes.actor(world[layout.actor(at)]);
      boolean isBeginning =
          role.kind() == Role.Kind.OWN
              && role.target() == batch
              && actor
                  .worker()
                  .exists(
                      worker ->
                          isInsert(worker)
                              || worker.step() instanceof Step.Take
                              || (worker.step() instanceof Step.Read
                                  && (worker.owned().isEmpty()
                                      || worker.knowledge().answers().isEmpty())));
      if (isBeginning) {
        return true;
      }
    }
    return false;
  }
}
