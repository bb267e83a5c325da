package io.twophase.domain.machine;

import static io.twophase.domain.account.AccountStatus.ACTIVE;
import static io.twophase.domain.machine.Decisions.DECLINED;
import static io.twophase.domain.machine.Scene.Trait.FORGET;

import io.twophase.domain.TransactionId;
import io.twophase.domain.function.Conflicts;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.machine.Cells.Room;
import io.twophase.domain.machine.Decisions.Decision;
import io.twophase.domain.machine.Scene.Trait;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a world. It knows nothing of claims and runs: only values, that change at
 * the instant of a decision, and at no other.
 */
final class Judge {

  private final Scene scene;
  private final Cells cells;
  private final Decisions decisions;

  Judge(Scene scene, Cells cells) {
    this.scene = scene;
    this.cells = cells;
    decisions = new Decisions(scene);
  }

  void breaks(char[] world, String promise) {
    if (world[Cells.BROKEN] == 0) {
      world[Cells.BROKEN] = cells.broken.number(promise);
    }
  }

  /** A majority has a record as it is after a change. */
  void written(char[] world, Optional<TransactionRecord> before, TransactionRecord after) {
    boolean isMovedOn =
        before.stream()
            .anyMatch(
                record ->
                    record.state() == State.AUTHORIZED && !record.epoch().equals(after.epoch()));
    if (isMovedOn) {
      breaks(world, after.id() + " is authorized, and changes its epoch");
    }
    if (after.epoch().value() > 7) {
      breaks(world, after.id() + " is taken over again and again");
    }
    if (after.state().isFinal() && before.stream().anyMatch(record -> !record.state().isFinal())) {
      finished(world, after);
    }
    boolean isDecision =
        after.state().isDecided()
            && before.stream().anyMatch(record -> !record.state().isDecided())
            && world[Cells.BROKEN] == 0;
    if (!isDecision) {
      return;
    }
    marked(world, after);
    shut(world, after);
    before
        .filter(record -> after.state() == State.APPLIED)
        .flatMap(record -> uncaptured(record, after))
        .ifPresent(fault -> breaks(world, after.id() + fault));
    Cells.Ghost ghost = cells.ghost(world);
    List<@Nullable Long> values = new ArrayList<>(ghost.values());
    Map<Integer, Long> applied = new TreeMap<>(ghost.applied());
    Decisions.Rooms rooms = target -> room(world, after, target);
    boolean isUndisturbed = isUndisturbed(world, after);
    decisions
        .fault(new Decision(after, values, applied, rooms, isUndisturbed, cells.told(world)))
        .ifPresent(fault -> breaks(world, fault));
    world[Cells.GHOST] = cells.ghosts.number(ghost.with(values, applied));
  }

  /** An account that an applied member checks is open. */
  private void shut(char[] world, TransactionRecord record) {
    for (TransactionId id : record.applied()) {
      for (Op op : scene.ops.get(scene.place(id))) {
        if (op.isBareCheck() && isShut(world, op.at())) {
          breaks(world, id + " is applied, and " + scene.targets.charAt(op.at()) + " is frozen");
        }
      }
    }
  }

  private boolean isShut(char[] world, int target) {
    return cells.target(world, target).stream()
        .anyMatch(stored -> stored instanceof Account account && account.status() != ACTIVE);
  }

  /** Notes where the record holds something as it is decided. */
  private void marked(char[] world, TransactionRecord record) {
    int place = scene.place(record.id());
    for (int target = 0; target < scene.targets.length(); target++) {
      boolean holds =
          cells
              .holds(world, target)
              .anyMatch(
                  hold -> hold.isOf(scene.rules().home(), record.id()) && !scene.isAlien(hold));
      Room room = cells.room(world, place, target);
      cells.room(world, place, target, room.with(room.timely(), holds && room.timely()));
    }
  }

  /** What it held when it was decided is ended. */
  private void finished(char[] world, TransactionRecord record) {
    for (int target = 0; target < scene.targets.length(); target++) {
      if (cells.room(world, scene.place(record.id()), target).stays()) {
        breaks(world, record.id() + " ends, and still holds " + scene.targets.charAt(target));
      }
    }
  }

  private static Optional<String> uncaptured(TransactionRecord before, TransactionRecord after) {
    return after
        .only()
        .flatMap(body -> body.authorization())
        .flatMap(
            terms ->
                before.state() != State.AUTHORIZED
                    ? Optional.of(" happens, and nobody has captured it")
                    : (after.approvals().size() < terms.requiredApprovals()
                        ? Optional.of(" is captured, and nobody has approved it")
                        : Optional.empty()));
  }

  /** Whether nothing has gone wrong so far. */
  private boolean isUndisturbed(char[] world, TransactionRecord record) {
    return record.epoch().value() == 1
        && world[Cells.BUDGET] == Moves.budget(scene.timeOuts, scene.crashes);
  }

  /** What there was for a record's range, if less was there than was asked for. */
  private Optional<Bounds> room(char[] world, TransactionRecord record, int target) {
    Room room = cells.room(world, scene.place(record.id()), target);
    Optional<Hold> hold =
        cells
            .holds(world, target)
            .filter(each -> each.isOf(scene.rules().home(), record.id()))
            .filter(each -> each.epoch().equals(record.epoch()))
            .findFirst();
    if (hold.stream().anyMatch(each -> Store.isReduced(each.range()))) {
      return room.held();
    }
    return hold.isEmpty() && room.epoch().equals(record.epoch()) ? room.looked() : Optional.empty();
  }

  /** A target refuses a claim: it must be true of what is decided. */
  void refused(char[] world, int target, Placing asked) {
    Long value = cells.ghost(world).values().get(target);
    boolean isTrue =
        asked
            .claim()
            .fold(
                range -> value == null,
                document ->
                    scene.members.attempt(scene.place(document.member())).isPresent()
                        ? !Op.of(target, document.operation()).guard(value)
                        : scene.ops.get(scene.place(document.member())).stream()
                            .noneMatch(op -> op.at() == target && op.guard(value)));
    if (!isTrue && !isShut(world, target)) {
      breaks(world, asked.claim().target() + " refuses, and as decided it can be");
    }
  }

  /** An attempt of a function begins: a conflict has canceled the one before it. */
  void begun(char[] world, TransactionRecord record) {
    int place = record.id().isOfMany() ? 0 : scene.place(record.id().transaction());
    for (Attempt attempt :
        scene.members.attempt(place).filter(each -> each.number() > 1).stream().toList()) {
      Cells.Kept before = cells.primary(world, cells.memberCell(place - 1));
      if (before.record().flatMap(TransactionRecord::reason).stream()
          .noneMatch(Conflicts::isConflict)) {
        breaks(world, attempt + " begins, and no conflict has canceled the one before it");
      }
    }
  }

  /** A member that was left out goes on: nothing of its old record may be in its way. */
  void taken(char[] world, MemberTake take) {
    MemberDocument before = take.free();
    int batch = scene.place(before.record());
    Optional<TransactionRecord> record = cells.primary(world, cells.recordCell(batch)).record();
    if (take.kind() == MemberTake.Kind.CANCELED
        || record.stream().anyMatch(TransactionRecord::isTombstone)) {
      return;
    }
    for (Op op : scene.ops.get(scene.place(before.id()))) {
      boolean isInTheWay =
          op.isRange()
              && record.stream()
                  .anyMatch(
                      there ->
                          cells
                              .holds(world, op.at())
                              .filter(hold -> hold.isOf(scene.rules().home(), there.id()))
                              .filter(hold -> hold.epoch().equals(there.epoch()))
                              .anyMatch(hold -> hold.mode() == HoldMode.ESCROW));
      if (isInTheWay) {
        breaks(world, before.id() + " goes on beside its own earlier hold, which takes its room");
      }
    }
  }

  /** What is wrong with the world; empty if nothing is. */
  String broken(char[] world) {
    if (world[Cells.BROKEN] != 0) {
      return cells.broken.value(world[Cells.BROKEN]);
    }
    for (int target = 0; target < scene.targets.length(); target++) {
      Optional<Stored> stored = cells.target(world, target);
      String fault = fault(world, target, stored.orElse(null));
      if (!fault.isEmpty()) {
        return scene.targets.charAt(target) + fault;
      }
    }
    return "";
  }

  private String fault(char[] world, int target, @Nullable Stored stored) {
    Long decided = cells.ghost(world).values().get(target);
    Long value = value(stored);
    if (stored == null) {
      return decided == null ? "" : " is absent, and should be " + decided;
    }
    long debits = 0;
    long credits = 0;
    Long seen = value;
    for (Hold hold : stored.holds()) {
      debits += hold.range().debit();
      credits += hold.range().credit();
      if (hold.isOf(scene.rules().home(), hold.record()) && !scene.isAlien(hold)) {
        TransactionRecord record = record(world, hold).orElse(null);
        if (record != null && record.epoch().equals(hold.epoch())) {
          if (record.state() == State.DONE) {
            return " is held at the epoch at which " + record.id() + " is done";
          }
          if (record.state() == State.APPLIED) {
            seen = decisions.seen(record, target, hold, seen);
          }
        }
      }
    }
    if (seen == null ? decided != null : !seen.equals(decided)) {
      return " is " + value + " as stored, " + seen + " with what is decided, not " + decided;
    }
    if (value == null) {
      return "";
    }
    Bounds bounds = bounds(stored, target);
    if (bounds == null) {
      return debits == 0 && credits == 0 ? "" : " is held and has no bounds";
    }
    if (bounds.available() != value - debits
        || bounds.receivable() != scene.ceilings[target] - value - credits) {
      return " has bounds " + bounds + ", and -" + debits + " +" + credits + " held of " + value;
    }
    return Math.min(value, Math.min(bounds.available(), bounds.receivable())) < 0
        ? " has a bound below zero"
        : "";
  }

  private Optional<TransactionRecord> record(char[] world, Hold hold) {
    return cells
        .majority(world, cells.anyCell(scene.place(hold.record())))
        .record()
        .filter(record -> record.id().equals(hold.record()));
  }

  private static @Nullable Long value(@Nullable Stored stored) {
    if (stored instanceof Account account) {
      return account.balance().minor();
    }
    return stored instanceof Document document && !document.placeholder()
        ? document.fields().get("n").flatMap(Value::wholeNumber).orElse(null)
        : null;
  }

  private @Nullable Bounds bounds(Stored stored, int target) {
    if (stored instanceof Account account) {
      return account.bounds();
    }
    return stored instanceof Document document && document.escrow().containsKey("n")
        ? document.bounds(new Scale.OfField("n", 0, scene.ceilings[target])).getOrNull()
        : null;
  }

  /** Notes what an actor answers: never anything else than before, and only what is decided. */
  void tells(char[] world, Role role, Map<TransactionId, Result> results) {
    results.forEach(
        (id, result) -> {
          if (scene.is(Trait.RECEIPTS)) {
            untrue(world, scene.place(id), role, result)
                .ifPresent(fault -> breaks(world, id + " is said to be " + fault));
          }
        });
    if (role.kind() == Role.Kind.OTHER) {
      return;
    }
    results.forEach(
        (id, result) -> {
          int member = scene.place(id);
          char answer = decisions.answer(member, result);
          if (answer == Decisions.NOTHING) {
            return;
          }
          boolean mayBe = answer != Decisions.CANCELED || decisions.mayCancel();
          answered(world, id.value(), member, answer, mayBe);
          boolean isFinished = Decisions.isApplied(answer) && result.isFinished();
          if (isFinished && isUnfinished(world, member)) {
            breaks(world, id + " is said to be finished, and is not");
          }
        });
  }

  /**
   * Notes an answer: never anything else than before, and only what is decided.
   *
   * @param mayBe whether somebody has asked for what would lead to it
   */
  void answered(char[] world, String name, int at, char answer, boolean mayBe) {
    char before = cells.told(world).charAt(at);
    Long moved = cells.ghost(world).applied().get(at);
    char isSo = moved == null ? Decisions.NOTHING : Decisions.applied(moved);
    boolean isOther = before != Decisions.NOTHING && before != DECLINED && before != answer;
    if (isOther) {
      breaks(world, name + " was answered " + before + ", and now " + answer);
    } else if (Decisions.isApplied(answer) ? isSo != answer : isSo != Decisions.NOTHING) {
      breaks(world, name + " is answered " + answer + ", and as decided it is " + isSo);
    } else if (!mayBe) {
      breaks(world, name + " is answered " + answer + ", and nobody has asked for that");
    }
    tell(world, at, answer);
  }

  private void tell(char[] world, int at, char answer) {
    StringBuilder told = new StringBuilder(cells.told(world));
    told.setCharAt(at, answer);
    world[Cells.TOLD] = cells.tolds.number(told.toString());
  }

  /** With receipts, an id means one transaction for ever, and whoever asks for it is told so. */
  private Optional<String> untrue(char[] world, int member, Role role, Result result) {
    boolean isOther = role.kind() == Role.Kind.OTHER;
    boolean isApplied = cells.ghost(world).applied().containsKey(member);
    boolean isThere = !cells.primary(world, cells.memberCell(member)).isFree();
    return switch (result.kind()) {
      case APPLIED, CANCELED, SUBMITTED, AUTHORIZED ->
          (isOther ? Optional.of("the same as another") : Optional.empty());
      case ID_REUSED -> (!isOther ? Optional.of("another") : Optional.empty());
      case EXPIRED -> Optional.of("gone");
      case NOT_FOUND -> (isThere ? Optional.of("nowhere") : Optional.empty());
      case ALREADY_DECIDED -> (!isApplied ? Optional.of("decided, and is not") : Optional.empty());
      case REFUSED, LEFT_OUT, BUSY, UNREADABLE, UNKNOWN -> Optional.empty();
    };
  }

  /** The receipt has gone in its time: from now on the id stands for nothing. */
  void forgets(char[] world, int member) {
    tell(world, member, Decisions.NOTHING);
    Map<Integer, Long> applied = new TreeMap<>(cells.ghost(world).applied());
    applied.remove(member);
    world[Cells.GHOST] =
        cells.ghosts.number(cells.ghost(world).with(cells.ghost(world).values(), applied));
    for (int target = 0; target < scene.targets.length(); target++) {
      world[cells.roomCell(scene.batches.size() + member, target)] = cells.rooms.number(Room.NONE);
    }
  }

  private boolean isUnfinished(char[] world, int member) {
    Cells.Kept there = cells.primary(world, cells.memberCell(member));
    Optional<TransactionRecord> record =
        there
            .record()
            .or(
                () ->
                    there
                        .member()
                        .flatMap(
                            document ->
                                cells
                                    .primary(
                                        world, cells.recordCell(scene.place(document.record())))
                                    .record()));
    return !scene.is(FORGET) && record.stream().anyMatch(each -> !each.state().isFinal());
  }

  /** What is not ended yet; empty if all is. */
  String open(char[] world) {
    if (world[Cells.LATE] != 0) {
      return "a message is on its way";
    }
    for (int target = 0; target < scene.targets.length(); target++) {
      if (isHeld(world, cells.target(world, target))) {
        return "something is held of " + scene.targets.charAt(target);
      }
    }
    for (int record = 0; record < scene.records(); record++) {
      int cell = cells.anyCell(record);
      if (!Cells.isCertain(world, cell)
          || cells.primary(world, cell).record().stream().anyMatch(Judge::isOpen)) {
        return "record " + record + " is open";
      }
    }
    for (int at = 0; at < scene.roles.size(); at++) {
      String open = open(world, scene.roles.get(at), cells.actor(world, at));
      if (!open.isEmpty()) {
        return open;
      }
    }
    return "";
  }

  /** Whether a caller of a transaction has an answer. */
  boolean hasAnswer(char[] world, Role role) {
    return role.isOfMany()
        || cells.told(world).charAt(scene.members.answer(role)) != Decisions.NOTHING;
  }

  /** An authorization may wait for its capture for ever. */
  private boolean isHeld(char[] world, Optional<Stored> stored) {
    return Store.isHeld(stored, scene)
        && stored.orElseThrow().holds().stream()
            .anyMatch(
                hold ->
                    !scene.isAlien(hold)
                        && !record(world, hold).stream()
                            .anyMatch(
                                record ->
                                    record.state() == State.AUTHORIZED
                                        && record.epoch().equals(hold.epoch())));
  }

  private static boolean isOpen(TransactionRecord record) {
    return record.state() == State.PENDING
        || record.state() == State.APPLIED
        || record.state() == State.CANCELING;
  }

  private String open(char[] world, Role role, Actor actor) {
    if (!actor.hasStopped()) {
      return role.name() + " is at work";
    }
    if (role.isOfMany() || actor.isDead()) {
      return "";
    }
    if (role.kind() == Role.Kind.CALL) {
      return hasAnswer(world, role) || isSpent(world, role.target())
          ? ""
          : "the caller of function m" + (role.target() + 1) + " has no answer";
    }
    boolean asks = role.kind() == Role.Kind.LONE || role.kind() == Role.Kind.ASK;
    Cells.Kept there = cells.primary(world, cells.memberCell(role.target()));
    if (asks && cells.told(world).charAt(role.target()) == Decisions.NOTHING && !there.isFree()) {
      boolean isAuthorized =
          there.record().stream().anyMatch(record -> record.state() == State.AUTHORIZED);
      return isAuthorized ? "" : "the caller of m" + (role.target() + 1) + " has no answer";
    }
    return "";
  }

  /** Whether all attempts are made that a caller may make, and none has happened. */
  private boolean isSpent(char[] world, int function) {
    return cells.primary(world, cells.memberCell(function + scene.attempts - 1)).record().stream()
        .anyMatch(record -> record.reason().isPresent());
  }

  /** How it all ended, in words. */
  String ending(char[] world) {
    StringBuilder states = new StringBuilder();
    for (int record = 0; record < scene.records(); record++) {
      states.append(
          cells
              .primary(world, cells.anyCell(record))
              .record()
              .map(there -> there.state().name().charAt(0))
              .orElse('-'));
    }
    return states + " " + cells.told(world) + " " + cells.ghost(world).values();
  }
}
