package io.twophase.app.batch;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.MemberReceipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** The batches of a sound store, as one process reaches them over its network. */
final class ShakenBatches implements BatchRepository {

  private final BatchRepository sound;
  private final Network network;

  ShakenBatches(BatchRepository sound, Network network) {
    this.sound = sound;
    this.network = network;
  }

  /** Each by itself, until one has no answer: what comes after it is not sent. */
  static <A, T> List<T> each(
      List<A> asked, Function<List<A>, List<T>> call, T doubt, Network network) {
    List<T> answers = new ArrayList<>(asked.size());
    boolean isInDoubt = false;
    for (A one : asked) {
      T answer = isInDoubt ? doubt : network.write(() -> call.apply(List.of(one)).get(0), doubt);
      isInDoubt |= answer.equals(doubt);
      answers.add(answer);
    }
    return answers;
  }

  @Override
  public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
    BatchBegun doubt =
        new BatchBegun(
            BeginOutcome.IN_DOUBT,
            Collections.nCopies(batch.transfers().size(), BeginOutcome.IN_DOUBT));
    BatchBegun begun = network.write(() -> sound.begin(batch, owner), doubt);
    return begun.equals(doubt) && network.nextBoolean() ? lackingSome(batch, doubt) : begun;
  }

  /** Some of the members that were inserted without an answer were not, after all. */
  private BatchBegun lackingSome(NewBatch batch, BatchBegun doubt) {
    for (MemberDocument document : batch.documents()) {
      if (network.nextBoolean()) {
        sound.removeMembers(List.of(document));
      }
    }
    return doubt;
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return each(takes, sound::take, MatchOutcome.IN_DOUBT, network);
  }

  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    return each(transitions, sound::advance, MatchOutcome.IN_DOUBT, network);
  }

  @Override
  public List<BeginOutcome> bury(List<BatchId> ids) {
    return each(ids, sound::bury, BeginOutcome.IN_DOUBT, network);
  }

  @Override
  public List<BatchLookup> find(List<BatchId> ids) {
    return network.read(() -> sound.find(ids));
  }

  @Override
  public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
    return network.read(() -> sound.unfinished(unmodifiedFor, limit));
  }

  @Override
  public List<BatchLookup> ended(EndedQuery query) {
    return network.read(() -> sound.ended(query));
  }

  @Override
  public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
    return network.read(() -> sound.leavingOut(unmodifiedFor, limit));
  }

  @Override
  public MatchOutcome forgetLeftOut(BatchId id) {
    return network.write(() -> sound.forgetLeftOut(id), MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<TransferLookup> naming(BatchRecord batch) {
    return network.read(() -> sound.naming(batch));
  }

  @Override
  public List<MatchOutcome> removeMembers(List<MemberDocument> members) {
    return each(members, sound::removeMembers, MatchOutcome.IN_DOUBT, network);
  }

  @Override
  public List<MatchOutcome> replaceMembers(List<MemberReceipt> members) {
    return each(members, sound::replaceMembers, MatchOutcome.IN_DOUBT, network);
  }

  @Override
  public MatchOutcome remove(BatchId id) {
    return network.write(() -> sound.remove(id), MatchOutcome.IN_DOUBT);
  }
}
