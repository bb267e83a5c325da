package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryTransactionRepository;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.State;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.MemberReceipt;
import io.twophase.test.forwarding.ForwardingBatches;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Repositories of batches over a sound one, each of which breaks one promise. */
final class PlantedBatches {

  private PlantedBatches() {}

  /** A sound one. */
  static class OverSoundBatches extends ForwardingBatches {
    final InMemoryTransactionRepository transactions;
    final BatchRepository sound;

    OverSoundBatches() {
      this(new InMemoryTransactionRepository(InstantSource.system()));
    }

    private OverSoundBatches(InMemoryTransactionRepository transactions) {
      super(transactions.batches());
      this.transactions = transactions;
      this.sound = transactions.batches();
    }

    final Option<MemberDocument> stored(TransactionId id) {
      return TransferLookup.of(transactions.findLatest(id)).member();
    }

    final Option<BatchRecord> stored(BatchId id) {
      return sound.find(List.of(id)).get(0).read();
    }
  }

  static final class BeginAnswersForTheWhole extends OverSoundBatches {
    @Override
    public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
      BatchBegun begun = sound.begin(batch, owner);
      return new BatchBegun(
          begun.record(), Collections.nCopies(begun.members().size(), begun.record()));
    }
  }

  static final class BeginStopsAtATakenId extends OverSoundBatches {
    @Override
    public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
      BatchBegun begun = sound.begin(batch, owner);
      int taken = begun.members().indexOf(BeginOutcome.ID_TAKEN);
      List<BeginOutcome> members = new ArrayList<>(begun.members());
      for (int at = taken; at >= 0 && at < members.size(); at++) {
        if (members.set(at, BeginOutcome.ID_TAKEN) == BeginOutcome.BEGUN) {
          sound.removeMembers(List.of(batch.documents().get(at)));
        }
      }
      return new BatchBegun(begun.record(), members);
    }
  }

  static final class TakeIgnoresTheBatch extends OverSoundBatches {
    @Override
    public List<MatchOutcome> take(List<MemberTake> takes) {
      return sound.take(takes.stream().map(this::ofWhateverBatch).toList());
    }

    private MemberTake ofWhateverBatch(MemberTake take) {
      return stored(take.member())
          .map(there -> of(take, new MemberDocument(there.batch(), take.free().body())))
          .getOrElse(take);
    }
  }

  static final class TakeIgnoresTheBody extends OverSoundBatches {
    @Override
    public List<MatchOutcome> take(List<MemberTake> takes) {
      return sound.take(
          takes.stream()
              .map(
                  take ->
                      stored(take.member())
                          .map(
                              there ->
                                  of(take, new MemberDocument(take.free().batch(), there.body())))
                          .getOrElse(take))
              .toList());
    }
  }

  private static MemberTake of(MemberTake take, MemberDocument free) {
    return take.fold(
        into -> new MemberTake.IntoBatch(free, into.into()),
        alone -> new MemberTake.Alone(free, alone.application(), alone.owner(), alone.token()),
        canceled -> new MemberTake.Canceled(free, canceled.reason(), canceled.token()));
  }

  static final class TakeAloneForgetsTheOwner extends OverSoundBatches {
    @Override
    public List<MatchOutcome> take(List<MemberTake> takes) {
      return sound.take(
          takes.stream()
              .map(
                  take ->
                      take instanceof MemberTake.Alone alone
                          ? new MemberTake.Alone(
                              alone.free(), alone.application(), Option.none(), alone.token())
                          : take)
              .toList());
    }
  }

  /** A repository that moves records by other transitions than those asked for. */
  abstract static class OtherTransitions extends OverSoundBatches {
    @Override
    public final List<MatchOutcome> advance(List<BatchTransition> transitions) {
      return sound.advance(transitions.stream().map(this::other).toList());
    }

    final BatchTransition other(BatchTransition transition) {
      return stored(transition.batch())
          .map(record -> other(transition, record))
          .getOrElse(transition);
    }

    abstract BatchTransition other(BatchTransition transition, BatchRecord record);
  }

  static final class DecideIgnoresExclusions extends OtherTransitions {
    @Override
    BatchTransition other(BatchTransition transition, BatchRecord record) {
      return transition instanceof BatchTransition.Decide decide
          ? new BatchTransition.Decide(
              decide.batch(), decide.epoch(), record.excluded(), decide.verdict())
          : transition;
    }
  }

  static final class DecideIgnoresTheEpoch extends OtherTransitions {
    @Override
    BatchTransition other(BatchTransition transition, BatchRecord record) {
      return transition instanceof BatchTransition.Decide decide
          ? new BatchTransition.Decide(
              decide.batch(), record.epoch(), decide.excluded(), decide.verdict())
          : transition;
    }
  }

  static final class TakeOverIgnoresTheEpoch extends OtherTransitions {
    @Override
    BatchTransition other(BatchTransition transition, BatchRecord record) {
      return transition instanceof BatchTransition.TakeOver takeOver
          ? new BatchTransition.TakeOver(takeOver.batch(), record.epoch(), takeOver.owner())
          : transition;
    }
  }

  static final class OutcomesAreInAnOrderOfTheirOwn extends OverSoundBatches {
    @Override
    public List<MatchOutcome> advance(List<BatchTransition> transitions) {
      List<MatchOutcome> outcomes = new ArrayList<>(sound.advance(transitions));
      Collections.reverse(outcomes);
      return outcomes;
    }
  }

  static final class BuryAnswersBegunWhateverIsThere extends OverSoundBatches {
    @Override
    public List<BeginOutcome> bury(List<BatchId> ids) {
      sound.bury(ids);
      return Collections.nCopies(ids.size(), BeginOutcome.BEGUN);
    }
  }

  static final class BuryStoresNothing extends OverSoundBatches {
    @Override
    public List<BeginOutcome> bury(List<BatchId> ids) {
      return Collections.nCopies(ids.size(), BeginOutcome.BEGUN);
    }
  }

  static final class FindForgetsTheAbsent extends OverSoundBatches {
    @Override
    public List<BatchLookup> find(List<BatchId> ids) {
      return sound.find(ids).stream().filter(lookup -> lookup.read().isDefined()).toList();
    }
  }

  static final class UnfinishedForgetsWhatIsToBeSettled extends OverSoundBatches {
    @Override
    public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
      return sound.unfinished(unmodifiedFor, limit).stream()
          .filter(lookup -> lookup.read().exists(record -> record.state() != State.APPLIED))
          .toList();
    }
  }

  static final class UnfinishedIgnoresTheTime extends OverSoundBatches {
    @Override
    public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
      return sound.unfinished(Duration.ZERO, limit);
    }
  }

  static final class EndedForgetsTombstones extends OverSoundBatches {
    @Override
    public List<BatchLookup> ended(EndedQuery query) {
      return sound.ended(query).stream()
          .filter(lookup -> lookup.read().exists(record -> !record.isTombstone()))
          .toList();
    }
  }

  static final class LeavingOutShowsWhatHasNotEnded extends OverSoundBatches {
    @Override
    public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
      List<BatchLookup> all = new ArrayList<>(sound.leavingOut(unmodifiedFor, limit));
      sound.unfinished(unmodifiedFor, limit).stream()
          .filter(lookup -> lookup.read().exists(BatchRecord::leavesOut))
          .forEach(all::add);
      return all;
    }
  }

  static final class LeavingOutForgetsTombstones extends OverSoundBatches {
    @Override
    public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
      return sound.leavingOut(unmodifiedFor, limit).stream()
          .filter(lookup -> lookup.read().exists(record -> !record.isTombstone()))
          .toList();
    }
  }

  static final class LeavingOutShowsAllThatHasEnded extends OverSoundBatches {
    @Override
    public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
      return sound.ended(new EndedQuery(unmodifiedFor, limit));
    }
  }

  static final class LeavingOutIgnoresTheTime extends OverSoundBatches {
    @Override
    public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
      return sound.leavingOut(Duration.ZERO, limit);
    }
  }

  static final class ForgetsNothing extends OverSoundBatches {
    @Override
    public MatchOutcome forgetLeftOut(BatchId id) {
      return stored(id).exists(record -> record.state().isFinal())
          ? MatchOutcome.MATCHED
          : MatchOutcome.NOT_MATCHED;
    }
  }

  static final class ForgetsWhatHasNotEnded extends OverSoundBatches {
    @Override
    public MatchOutcome forgetLeftOut(BatchId id) {
      sound.advance(List.of(new BatchTransition.Finish(id)));
      return sound.forgetLeftOut(id);
    }
  }

  static final class NamingGoesByTheListAlone extends OverSoundBatches {
    @Override
    public List<TransferLookup> naming(BatchRecord batch) {
      return batch.members().stream()
          .sorted()
          .flatMap(id -> stored(id).toJavaStream())
          .<TransferLookup>map(TransferLookup.OfBatch::new)
          .toList();
    }
  }

  static final class RemovesMembersOfAnyBatch extends OverSoundBatches {
    @Override
    public List<MatchOutcome> removeMembers(List<MemberDocument> members) {
      return sound.removeMembers(
          members.stream()
              .map(
                  member ->
                      stored(member.id())
                          .map(there -> new MemberDocument(there.batch(), member.body()))
                          .getOrElse(member))
              .toList());
    }
  }

  static final class ReplacesMembersOfAnyBatch extends OverSoundBatches {
    @Override
    public List<MatchOutcome> replaceMembers(List<MemberReceipt> members) {
      return sound.replaceMembers(
          members.stream()
              .map(
                  given ->
                      new MemberReceipt(
                          stored(given.receipt().id()).getOrElse(given.document()),
                          given.receipt()))
              .toList());
    }
  }

  static final class ReplacesMembersByNothing extends OverSoundBatches {
    @Override
    public List<MatchOutcome> replaceMembers(List<MemberReceipt> members) {
      return sound.removeMembers(members.stream().map(MemberReceipt::document).toList());
    }
  }

  static final class RemovesWhatIsNotFinished extends OverSoundBatches {
    @Override
    public MatchOutcome remove(BatchId id) {
      sound.advance(List.of(new BatchTransition.Finish(id)));
      return sound.remove(id);
    }
  }
}
