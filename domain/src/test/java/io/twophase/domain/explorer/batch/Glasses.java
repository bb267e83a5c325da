package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.batch.protocol.MemberStep;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What a player sees: what a majority has; or, where a rule is left out, something else. */
record Glasses(Scene scene, Player player, View kept, View primary) {

  View view() {
    View seen = kept;
    if (player instanceof Player.OfBatch batch) {
      seen = ofBatch(batch.worker().step(), batch.worker().id());
    } else if (player instanceof Player.OfMember member
        && member.worker().step() instanceof MemberStep.ReadBatch read) {
      seen = ofMember(read.batch(), member.worker().goal() instanceof Goal.Run);
    }
    return seen;
  }

  private View ofBatch(BatchStep step, BatchId id) {
    if (step instanceof BatchStep.ReadTaken) {
      return scene.lacks(Flaw.SEES_BATCHES_OF_ONE_SERVER)
          ? new View(primary.batches(), kept.transfers())
          : kept;
    }
    if (!(step instanceof BatchStep.ReadMembers)) {
      return kept;
    }
    return switch (scene.flaw()) {
      case SEES_MEMBERS_OF_ONE_SERVER -> new View(kept.batches(), primary.transfers());
      case DECIDES_FOR_WHAT_IT_LISTS ->
          new View(
              kept.batches(),
              scene.transfers().stream()
                  .<TransferLookup>map(
                      body -> new TransferLookup.OfBatch(new MemberDocument(id, body)))
                  .toList());
      default -> kept;
    };
  }

  private View ofMember(BatchId id, boolean runs) {
    int place = Scene.place(id);
    Option<BatchRecord> record =
        scene.lacks(Flaw.SEES_BATCHES_OF_ONE_SERVER) ? primary.batch(place) : kept.batch(place);
    List<Option<BatchRecord>> changed = new ArrayList<>(kept.batches());
    changed.set(place, worn(id, record, runs));
    return new View(changed, kept.transfers());
  }

  private Option<BatchRecord> worn(BatchId id, Option<BatchRecord> record, boolean runs) {
    BatchRecord dead = BatchRecord.tombstone(id, Fixtures.NOW);
    return switch (scene.flaw()) {
      case TAKES_WITHOUT_A_TOMBSTONE -> record.orElse(Option.some(dead));
      case TAKES_WHAT_IS_PENDING ->
          record.map(read -> read.state() == State.PENDING && runs ? dead : read);
      case TAKES_BEFORE_DONE ->
          record.map(read -> read.state() == State.APPLIED && runs ? with(read, State.DONE) : read);
      case CANCELS_BEFORE_DONE ->
          record.map(
              read -> read.state() == State.APPLIED && !runs ? with(read, State.DONE) : read);
      case READS_TOMBSTONES_AS_CANCELED ->
          record.map(read -> read.isTombstone() ? canceled(id) : read);
      case FORGETS_EXCLUSIONS ->
          record.map(read -> read.state().isDecided() ? forgetting(read) : read);
      default -> record;
    };
  }

  private BatchRecord canceled(BatchId id) {
    return new BatchRecord(
        id,
        scene.batches().get(Scene.place(id)).ids(),
        false,
        State.CANCELED,
        Fixtures.epoch(1),
        LinkedHashMap.empty(),
        Verdict.allApplied(),
        false,
        Option.none(),
        Option.some(new CancelReason.NeverBegun()),
        Fixtures.NOW,
        Fixtures.NOW);
  }

  static BatchRecord forgetting(BatchRecord read) {
    return new BatchRecord(
        read.id(),
        read.members(),
        read.inOrder(),
        read.state(),
        read.epoch(),
        LinkedHashMap.empty(),
        read.verdict(),
        read.leavesOut(),
        read.owner(),
        read.reason(),
        read.createdAt(),
        read.lastModified());
  }

  private static BatchRecord with(BatchRecord read, State state) {
    return new BatchRecord(
        read.id(),
        read.members(),
        read.inOrder(),
        state,
        read.epoch(),
        read.excluded(),
        read.verdict(),
        read.leavesOut(),
        read.owner(),
        read.reason(),
        read.createdAt(),
        read.lastModified());
  }

  /** Where a worker that leaves out a rule does not look at all. */
  Option<Player> shortcut() {
    if (player instanceof Player.OfBatch batch
        && scene.lacks(Flaw.FINISHES_WITHOUT_DOCUMENTS)
        && isAtMembersOfDecided(batch.worker())) {
      return Option.some(new Player.OfBatch(Inside.finishing(batch.worker())));
    }
    if (player instanceof Player.OfBatch batch
        && scene.lacks(Flaw.BEGINS_RECORDS_ON_ONE_SERVER)
        && batch.worker().goal() instanceof BatchGoal.Run
        && batch.worker().step() instanceof BatchStep.ReadRecord
        && kept.batch(Scene.place(batch.worker().id())).isEmpty()) {
      return Option.some(
          new Player.OfBatch(BatchWorker.start(batch.worker().goal(), batch.worker().owner())));
    }
    if (player instanceof Player.OfMember member
        && scene.lacks(Flaw.BEGINS_WHAT_HAS_EXPIRED)
        && member.worker().goal() instanceof Goal.Run
        && member.worker().step() instanceof MemberStep.ReadTransfer
        && kept.transfer(Scene.place(member.worker().id())).body().isEmpty()) {
      return Option.some(new Player.OfMember(Inside.beginning(member.worker())));
    }
    return Option.none();
  }

  private boolean isAtMembersOfDecided(BatchWorker worker) {
    return worker.step() instanceof BatchStep.ReadMembers
        && kept.batch(Scene.place(worker.id())).exists(read -> read.state() == State.APPLIED);
  }
}
