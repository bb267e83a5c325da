package io.twophase.domain.explorer.receipt;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchRetention;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberView;
import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.explorer.receipt.Pass.Going;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a process that makes passes may do next. All that is finished is old enough. */
final class PassMoves {

  private static final BatchRetention RETENTION = new BatchRetention(Duration.ofSeconds(1));

  private final Scene scene;
  private final World world;
  private final int me;
  private final Pass pass;
  private final List<Move<World>> moves = new ArrayList<>();

  PassMoves(Scene scene, World world, int me) {
    this.scene = scene;
    this.world = world;
    this.me = me;
    this.pass = world.passes().get(me);
  }

  static Instant at(int finishedAt) {
    return Instant.ofEpochSecond(finishedAt);
  }

  List<Move<World>> all() {
    if (pass.isIdle()) {
      begin();
      return moves;
    }
    add("dies", world, pass.ended());
    if (pass.removed().isDefined()) {
      leave(pass.removed().get());
    } else if (!pass.going().isEmpty()) {
      replace(pass.going().get(0), pass.going().subList(1, pass.going().size()));
    } else if (pass.ofBatch()) {
      removeBatch();
    }
    return moves;
  }

  private void begin() {
    if (pass.runs() == 0) {
      return;
    }
    List<Going> page = lone();
    if (!page.isEmpty()) {
      add("lists " + ids(page), world, pass.listed(false, page));
    }
    for (BatchRecord record : world.batch()) {
      List<Going> members = members(record);
      add("lists the batch, with " + ids(members), world, pass.listed(true, members));
    }
  }

  private static List<String> ids(List<Going> page) {
    return page.stream().map(going -> going.id().value()).toList();
  }

  private List<Going> lone() {
    List<Going> page = new ArrayList<>();
    for (Slot slot : world.slots().values()) {
      if (slot instanceof Slot.Lone lone
          && !mustWait(lone.record())
          && !scene.heldBack().contains(lone.record().id())) {
        receipt(lone).forEach(receipt -> page.add(new Going(flawed(receipt), Option.none())));
      }
    }
    return page;
  }

  /** A reversal stays as long as what it reverses is there. */
  private boolean mustWait(Transaction record) {
    return !scene.lacks(Flaw.REVERSAL_DOES_NOT_WAIT)
        && record
            .body()
            .reverses()
            .flatMap(original -> world.slots().get(original))
            .exists(slot -> !(slot instanceof Slot.Left));
  }

  private Option<Receipt> receipt(Slot.Lone lone) {
    Transaction record = lone.record();
    if (record.state() == State.APPLIED && scene.lacks(Flaw.REPLACES_WHAT_IS_APPLIED)) {
      return Option.some(receipt(record.body().id(), BodyDigest.of(record.body()), record));
    }
    Timeline times =
        new Timeline(
            Option.none(), Option.none(), Option.none(), Option.some(at(lone.finishedAt())));
    return Receipt.of(record.withTimes(record.createdAt(), record.lastModified(), times));
  }

  private static Receipt receipt(TransactionId id, BodyDigest digest, Transaction record) {
    return new Receipt(id, digest, record.epoch(), Option.none(), Option.none(), Instant.EPOCH);
  }

  private Receipt flawed(Receipt receipt) {
    return new Receipt(
        receipt.id(),
        receipt.digest(),
        receipt.epoch(),
        scene.lacks(Flaw.FORGETS_THE_REASON) ? Option.none() : receipt.reason(),
        scene.lacks(Flaw.FORGETS_HOW_MUCH) ? Option.none() : receipt.moved(),
        receipt.finishedAt());
  }

  private List<MemberDocument> documents() {
    List<MemberDocument> documents = new ArrayList<>();
    for (Slot slot : world.slots().values()) {
      if (slot instanceof Slot.Member member) {
        documents.add(member.document());
      }
    }
    return documents;
  }

  private BatchRetention.Removal removal(BatchRecord record) {
    return RETENTION.of(record, documents(), Fixtures.NOW.plusSeconds(1));
  }

  private List<Going> members(BatchRecord record) {
    if (scene.lacks(Flaw.REMOVES_THE_BATCH_FIRST)) {
      return List.of();
    }
    List<MemberDocument> going =
        scene.lacks(Flaw.REPLACES_WHAT_IS_LEFT_OUT) ? documents() : removal(record).members();
    List<Going> page = new ArrayList<>();
    for (MemberDocument document : going) {
      Transaction view = MemberView.of(document, Option.some(record), Fixtures.NOW);
      Receipt receipt =
          Receipt.of(view)
              .getOrElse(() -> receipt(document.id(), BodyDigest.of(document.body()), view));
      page.add(new Going(flawed(receipt), Option.some(document)));
    }
    return page;
  }

  private void replace(Going going, List<Going> rest) {
    Option<Slot> there = world.slots().get(going.id());
    boolean matches = scene.lacks(Flaw.OVERWRITES) || there.exists(slot -> isAsRead(going, slot));
    if (!matches) {
      next(going.id() + " is not there any more", world, rest, Option.none());
    } else if (scene.lacks(Flaw.REMOVES)) {
      next("removes " + going.id(), removed(going.id()), rest, Option.none());
    } else if (scene.lacks(Flaw.REMOVES_AND_THEN_LEAVES)) {
      next("removes " + going.id(), removed(going.id()), rest, Option.some(going.receipt()));
    } else {
      next("replaces " + going.id(), replaced(going.receipt()), rest, Option.none());
    }
  }

  private boolean isAsRead(Going going, Slot slot) {
    if (going.member().isDefined()) {
      return slot.equals(new Slot.Member(going.member().get()));
    }
    return slot instanceof Slot.Lone lone
        && (lone.record().state().isFinal() || scene.lacks(Flaw.REPLACES_WHAT_IS_APPLIED))
        && (at(lone.finishedAt()).equals(going.receipt().finishedAt())
            || scene.lacks(Flaw.ASKS_ONLY_WHETHER_IT_IS_FINISHED));
  }

  private World removed(TransactionId id) {
    return world.with(world.slots().remove(id));
  }

  private World replaced(Receipt receipt) {
    return world.with(world.slots().put(receipt.id(), new Slot.Left(receipt)));
  }

  private void leave(Receipt receipt) {
    boolean isFree = !world.slots().containsKey(receipt.id());
    next(
        "leaves the receipt of " + receipt.id(),
        isFree ? replaced(receipt) : world,
        pass.going(),
        Option.none());
  }

  private void next(String line, World after, List<Going> rest, Option<Receipt> gone) {
    Pass on = pass.without(rest, gone);
    add(line, after, rest.isEmpty() && gone.isEmpty() && !on.ofBatch() ? pass.ended() : on);
  }

  private void removeBatch() {
    boolean goes =
        world
            .batch()
            .exists(
                record ->
                    removal(record).record().isDefined()
                        || scene.lacks(Flaw.REMOVES_THE_BATCH_FIRST));
    add(
        goes ? "removes the batch" : "leaves the batch",
        goes ? world.withBatch(Option.none()) : world,
        pass.ended());
  }

  private void add(String line, World changed, Pass after) {
    moves.add(new Move<>("pass " + (me + 1) + " " + line, changed.with(me, after)));
  }
}
