package io.twophase.domain.machine;

import static io.twophase.domain.machine.Flaw.REMOVES_RECORDS_FIRST;
import static io.twophase.domain.machine.Scene.Trait.RETAIN;
import static io.twophase.domain.record.HoldProof.OLDER_EPOCH;
import static java.util.stream.IntStream.range;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Those that look after all: who sweeps dead holds, freezes accounts, and retention. */
final class Upkeep {

  private static final Instant LATER = Instant.EPOCH.plusSeconds(99);

  private final Scene scene;
  private final Cells cells;
  private final Store store;
  private final Judge judge;
  private final Retention retention;

  Upkeep(Scene scene, Cells cells, Store store, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.store = store;
    this.judge = judge;
    retention = new Retention(Duration.ofSeconds(1), scene.is(Scene.Trait.RECEIPTS));
  }

  void of(char[] world, Steps<char[]> steps) {
    for (int target = 0; target < scene.targets.length(); target++) {
      Optional<Stored> stored = cells.target(world, target);
      if (!scene.is(Scene.Trait.UNSWEPT) && Store.isHeld(stored, scene)) {
        Stored there = stored.orElseThrow();
        there.holds().forEach(hold -> sweep(world, there, hold, steps));
      }
      if (scene.is(Scene.Trait.FREEZE) && stored.orElse(null) instanceof Account account) {
        freeze(world, target, account, steps);
      }
    }
    if (scene.is(RETAIN)) {
      due(world).forEach(removal -> step(world, removal, "retention", steps));
    }
    if (scene.is(Scene.Trait.RECEIPTS)) {
      pass(world, steps);
      retire(world, steps);
    }
  }

  private void sweep(char[] world, Stored stored, Hold hold, Steps<char[]> steps) {
    if (scene.isAlien(hold)) {
      return;
    }
    Cells.Kept there = kept(world, cells.anyCell(scene.place(hold.record())));
    HoldProof proof = HoldProof.of(hold, there.lookup(hold.record().value()));
    boolean isDead =
        scene.lacks(Flaw.WITHDRAWS_WITHOUT_A_TOMBSTONE)
            || (there.isFree() && there.isRemoved() && !hold.record().isOfMany())
            || (proof.isOrphan() && !(scene.lacks(Flaw.LEAVES_OLD_EPOCHS) && proof == OLDER_EPOCH));
    if (!isDead && !there.isFree()) {
      return;
    }
    Object message =
        cells.messages.once(
            isDead
                ? Ending.of(stored.target(), hold)
                : NewRecord.tombstone(hold.record()).stored(Instant.EPOCH));
    if (store.canLand(world, message)) {
      char[] next = world.clone();
      store.deliver(next, message, false);
      steps.to(next, () -> "sweeper: " + Words.of(message));
    }
  }

  private void freeze(char[] world, int target, Account account, Steps<char[]> steps) {
    account
        .change(StatusChange.FREEZE)
        .forEach(
            frozen -> {
              char[] next = world.clone();
              next[cells.targetCell(target)] =
                  cells.targets.number(Optional.of(frozen.with(account.holds())));
              steps.to(next, () -> account.id() + " is frozen");
            });
  }

  private Cells.Kept kept(char[] world, int cell) {
    return cells.majority(world, cell);
  }

  /**
   * What may be removed now. Its clock, where ids become free: nobody who may write a begin of the
   * same ids is under way.
   */
  private List<Removal> due(char[] world) {
    List<Removal> due = new ArrayList<>();
    boolean isAsked = scene.is(RETAIN) && isAsked(world) && !scene.lacks(Flaw.REMOVES_AT_ANY_TIME);
    for (int place = 0; place < scene.records() && !isAsked; place++) {
      int cell = cells.anyCell(place);
      RecordId id = scene.recordId(place);
      boolean isBegun = isBegunOf(world, place);
      cells
          .primary(world, Cells.majorityCell(cell))
          .record()
          .filter(record -> record.id().equals(id) && !isBegun)
          .ifPresent(record -> due.addAll(removals(world, record)));
    }
    return due;
  }

  private boolean isBegunOf(char[] world, int place) {
    return place < scene.batches.size()
        ? isBegun(world, place)
        : scene.is(RETAIN)
            && range(0, scene.batches.size())
                .filter(batch -> scene.batches.get(batch).contains(place - scene.batches.size()))
                .anyMatch(batch -> isBegun(world, batch));
  }

  private List<Removal> removals(char[] world, TransactionRecord record) {
    List<MemberDocument> naming = new ArrayList<>();
    for (int member = 0; member < scene.ops.size(); member++) {
      kept(world, cells.memberCell(member))
          .member()
          .filter(there -> there.record().equals(record.id()))
          .ifPresent(naming::add);
    }
    List<Removal> all = new ArrayList<>(retention.of(record, naming, LATER));
    if (record.endedAt().isPresent() && !naming.isEmpty() && scene.lacks(REMOVES_RECORDS_FIRST)) {
      all.add(new Removal(Either.left(record), Optional.empty()));
    }
    return all;
  }

  /** Reads what may go; then, unless the process dies, removes it if it is still as it was read. */
  private void pass(char[] world, Steps<char[]> steps) {
    Cells.Pass pass = cells.pass(world);
    Cells.Pass idle = new Cells.Pass(Optional.empty(), pass.retired());
    if (pass.equals(idle)) {
      for (Removal removal : due(world)) {
        Cells.Pass listed = new Cells.Pass(Optional.of(removal), pass.retired());
        steps.to(with(world, listed), () -> "a pass lists " + removal.id());
      }
      return;
    }
    steps.to(with(world, idle), () -> "the pass dies");
    for (Removal removal : pass.going().stream().toList()) {
      step(with(world, idle), removal, "the pass", steps);
    }
    if (scene.retires > 0) {
      due(world).forEach(removal -> step(world, removal, "another pass", steps));
    }
  }

  private char[] with(char[] world, Cells.Pass pass) {
    char[] next = world.clone();
    next[Cells.PASS] = cells.passes.number(pass);
    return next;
  }

  private void put(char[] world, int cell, Cells.Kept after) {
    world[cell] = cells.kept.number(after);
    world[Cells.majorityCell(cell)] = world[cell];
  }

  private int cell(Removal removal) {
    return removal
        .going()
        .fold(
            record -> cells.anyCell(scene.place(record.id())),
            member -> cells.memberCell(scene.place(member.id())));
  }

  private void step(char[] world, Removal removal, String who, Steps<char[]> steps) {
    int cell = cell(removal);
    if (!Cells.isCertain(world, cell) || !finds(removal, kept(world, cell))) {
      return;
    }
    Optional<Receipt> left = scene.lacks(Flaw.REMOVES) ? Optional.empty() : removal.receipt();
    char[] next = world.clone();
    put(next, cell, left.map(Cells.Kept::of).orElse(Cells.Kept.REMOVED));
    steps.to(next, () -> who + " removes " + removal.id());
  }

  private boolean finds(Removal removal, Cells.Kept there) {
    return there.record().stream().anyMatch(removal::finds)
        || there.member().stream().anyMatch(removal::finds)
        || (scene.lacks(Flaw.OVERWRITES) && removal.receipt().isPresent());
  }

  /** A receipt goes once nobody asks any more for what it is of. */
  private void retire(char[] world, Steps<char[]> steps) {
    Cells.Pass pass = cells.pass(world);
    boolean isEarly = scene.lacks(Flaw.GOES_EARLY);
    if (pass.retired() == scene.retires || !(isEarly || isAtRest(world))) {
      return;
    }
    for (int member = 0; member < scene.ops.size(); member++) {
      int cell = cells.memberCell(member);
      if (kept(world, cell).receipt().isPresent()) {
        char[] next = with(world, new Cells.Pass(pass.going(), pass.retired() + 1));
        put(next, cell, Cells.Kept.NOTHING);
        if (!isEarly) {
          judge.forgets(next, member);
        }
        int which = member + 1;
        steps.to(next, () -> "the receipt of m" + which + " goes");
      }
    }
  }

  private boolean isAtRest(char[] world) {
    return world[Cells.LATE] == 0
        && range(0, scene.roles.size()).allMatch(at -> cells.actor(world, at).hasStopped());
  }

  /** Whether an insert of a transaction alone is under way, or somebody does not know of his. */
  private boolean isAsked(char[] world) {
    return isUnderWay(
        world,
        late -> late instanceof TransactionRecord record && !record.id().isOfMany(),
        (role, worker) ->
            !role.isOfMany()
                && role.begins()
                && (isInsert(worker) || !worker.knowledge().progress().wasThere()));
  }

  private static boolean isInsert(Worker worker) {
    return worker.step() instanceof Step.Insert insert && !insert.record().isTombstone();
  }

  private boolean isBegun(char[] world, int batch) {
    RecordId id = scene.batchId(batch);
    return isUnderWay(
        world,
        late ->
            (late instanceof TransactionRecord record && record.id().equals(id))
                || (late instanceof MemberDocument member && member.record().equals(id))
                || (late instanceof MemberTake take && take.into().equals(Optional.of(id))),
        (role, worker) ->
            role.kind() == Role.Kind.OWN
                && role.target() == batch
                && (isInsert(worker)
                    || worker.step() instanceof Step.Take
                    || (worker.step() instanceof Step.Read
                        && (worker.owned().isEmpty() || worker.knowledge().answers().isEmpty()))));
  }

  /** Such a message is late, or a worker of such a role is so far. */
  private boolean isUnderWay(
      char[] world, Predicate<Object> isLate, BiPredicate<Role, Worker> isSoFar) {
    return cells
            .late(world)
            .chars()
            .anyMatch(late -> isLate.test(cells.messages.value((char) late)))
        || range(0, scene.roles.size())
            .anyMatch(
                at ->
                    cells.actor(world, at).worker().stream()
                        .anyMatch(worker -> isSoFar.test(scene.roles.get(at), worker)));
  }
}
