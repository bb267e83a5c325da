package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.batch.protocol.MemberStep;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchRetention;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Those that look after all: who lets go of a busy account; who sweeps orphans, which it sees and
 * withdraws at once, since a withdrawal that comes late does what a later one would; and retention.
 */
final class Upkeep {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Deliveries deliveries;

  Upkeep(Scene scene, Layout layout, Codes codes, Deliveries deliveries) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.deliveries = deliveries;
  }

  void of(char[] world, Steps<char[]> steps) {
    for (int at = 0; at < scene.accounts().size(); at++) {
      Option<Account> stored = codes.accounts.value(world[layout.account(at)]);
      if (stored.isDefined() && stored.get().holdCount() > 0) {
        Account account = stored.get();
        letGo(world, at, account, steps);
        for (RangeHold hold : account.ranges().values()) {
          sweep(world, account, hold, steps);
        }
        for (Hold hold : account.holds().values()) {
          sweepLone(world, at, account, hold, steps);
        }
      }
    }
    for (int batch = 0; scene.retains() && batch < scene.batches().size(); batch++) {
      retain(world, batch, steps);
    }
  }

  private void letGo(char[] world, int at, Account account, Steps<char[]> steps) {
    for (Hold hold : account.holds().get(Scene.OTHER)) {
      char[] next = world.clone();
      next[layout.account(at)] =
          codes.accounts.number(account.release(Scene.OTHER, account.operation(hold)).toOption());
      steps.to(next, () -> "another lets go of " + account.id());
    }
  }

  private void sweep(char[] world, Account account, RangeHold hold, Steps<char[]> steps) {
    int batch = Scene.place(hold.batch());
    Option<BatchRecord> record = codes.records.value(world[layout.keptRecord(batch)]);
    Message message;
    if (record.isEmpty()) {
      message = new Message.Bury(hold.batch());
    } else if (isDead(record.get(), hold)) {
      message =
          new Message.OnRange(hold.batch(), new RangeRequest.Withdraw(account.id(), hold.epoch()));
    } else {
      return;
    }
    char number = codes.messages.number(message);
    if (deliveries.canLand(world, number)) {
      char[] next = world.clone();
      deliveries.deliver(next, number, false);
      steps.to(next, () -> "sweeper: " + Words.of(message));
    }
  }

  /** A hold of exactly the epoch at which its batch is done is a settle that was missed. */
  private static boolean isDead(BatchRecord record, RangeHold hold) {
    return record.state() == State.CANCELED
        || hold.epoch().olderThan(record.epoch())
        || (record.state() == State.DONE && !hold.epoch().equals(record.epoch()));
  }

  private void sweepLone(char[] world, int at, Account account, Hold hold, Steps<char[]> steps) {
    if (hold.transaction().equals(Scene.OTHER)) {
      return;
    }
    TransferLookup transfer =
        codes.transfers.value(world[layout.keptTransfer(Scene.place(hold.transaction()))]);
    boolean isDead = transfer.alone().exists(record -> isDead(record, hold));
    if (isDead) {
      char[] next = world.clone();
      next[layout.account(at)] =
          codes.accounts.number(
              account
                  .withdraw(hold.transaction(), hold.epoch(), account.operation(hold))
                  .toOption());
      steps.to(next, () -> "sweeper: withdraw " + hold);
    }
  }

  private static boolean isDead(Transaction record, Hold hold) {
    return record.state() == State.CANCELED
        || (record.state() == State.DONE && !hold.epoch().equals(record.epoch()));
  }

  private void retain(char[] world, int batch, Steps<char[]> steps) {
    int cell =
        scene.lacks(Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE)
            ? layout.record(batch)
            : layout.keptRecord(batch);
    Option<BatchRecord> record = codes.records.value(world[cell]);
    if (record.isEmpty() || !isTime(world, batch, record.get())) {
      return;
    }
    BatchRetention retention = new BatchRetention(Duration.ofSeconds(1));
    BatchRetention.Removal removal =
        retention.of(record.get(), documents(world), Fixtures.NOW.plusSeconds(1));
    for (MemberDocument member : removal.members()) {
      removeMember(world, Scene.place(member.id()), steps);
    }
    boolean isEarly =
        record.get().state().isFinal()
            && (scene.lacks(Flaw.REMOVES_RECORDS_FIRST)
                || (scene.lacks(Flaw.REMOVES_TOMBSTONES_AT_ONCE) && record.get().isTombstone()));
    boolean isKept = world[layout.record(batch)] == world[layout.keptRecord(batch)];
    if ((removal.record().isDefined() || isEarly)
        && (isKept || scene.lacks(Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE))) {
      char[] next = world.clone();
      next[layout.record(batch)] = codes.records.number(Option.none());
      next[layout.keptRecord(batch)] = next[layout.record(batch)];
      steps.to(next, () -> "retention removes batch " + batch);
    }
  }

  private void removeMember(char[] world, int transfer, Steps<char[]> steps) {
    if (world[layout.transfer(transfer)] == world[layout.keptTransfer(transfer)]) {
      char[] next = world.clone();
      next[layout.transfer(transfer)] = codes.transfers.number(new TransferLookup.Absent());
      next[layout.keptTransfer(transfer)] = next[layout.transfer(transfer)];
      steps.to(next, () -> "retention removes m" + (transfer + 1));
    }
  }

  private List<MemberDocument> documents(char[] world) {
    List<MemberDocument> documents = new ArrayList<>();
    for (int at = 0; at < scene.transfers().size(); at++) {
      codes.transfers.value(world[layout.keptTransfer(at)]).member().forEach(documents::add);
    }
    return documents;
  }

  /**
   * Whether no begin of the same ids, in a batch or alone, can be under way: no insert, and nobody
   * who does not know what came of one.
   */
  private boolean isTime(char[] world, int batch, BatchRecord record) {
    if (scene.lacks(Flaw.REMOVES_AT_ANY_TIME)
        || (scene.lacks(Flaw.REMOVES_TOMBSTONES_AT_ONCE) && record.isTombstone())) {
      return true;
    }
    BatchId id = scene.batches().get(batch).id();
    List<TransactionId> ids = scene.batches().get(batch).ids();
    String late = codes.late(world[Layout.LATE]);
    for (int at = 0; at < late.length(); at++) {
      if (begins(codes.messages.value(late.charAt(at)), id, ids)) {
        return false;
      }
    }
    for (int at = 0; at < scene.roles().size(); at++) {
      Actor actor = codes.actor(world[layout.actor(at)]);
      if (!actor.hasStopped() && begins(actor.player(), ids)) {
        return false;
      }
    }
    return true;
  }

  private static boolean begins(Message message, BatchId batch, List<TransactionId> ids) {
    return (message instanceof Message.InsertRecord insert && insert.batch().equals(batch))
        || (message instanceof Message.TakeMember take && ids.contains(take.transfer()))
        || (message instanceof Message.TakeAlone take && ids.contains(take.transfer()))
        || (message instanceof Message.InsertMember member && ids.contains(member.transfer()))
        || (message instanceof Message.LoneRecord lone && ids.contains(lone.transfer()));
  }

  private boolean begins(Player player, List<TransactionId> ids) {
    if (player instanceof Player.OfBatch of) {
      BatchStep step = of.worker().step();
      boolean isBeginning =
          step instanceof BatchStep.Begin
              || step instanceof BatchStep.ReadTaken
              || step instanceof BatchStep.Take
              || (step instanceof BatchStep.ReadRecord && of.worker().owned().isEmpty());
      boolean isShared =
          scene.batches().get(Scene.place(of.worker().id())).ids().stream().anyMatch(ids::contains);
      return isBeginning && isShared;
    }
    Player.OfMember member = (Player.OfMember) player;
    return ids.contains(member.worker().id())
        && member.worker().goal() instanceof Goal.Run
        && (isInserting(member.worker().step())
            || (member.worker().step() instanceof MemberStep.ReadTransfer
                && !scene.lacks(Flaw.REMOVES_BESIDE_ONE_IN_DOUBT)
                && !Inside.hasSeen(member.worker())));
  }

  private static boolean isInserting(MemberStep step) {
    return step instanceof MemberStep.Lone lone && lone.step() instanceof Step.Begin;
  }
}
