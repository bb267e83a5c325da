package io.twophase.test.forwarding;

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
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** Records of batches that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingBatches implements BatchRepository {

  private final BatchRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingBatches(BatchRepository sound) {
    this.sound = sound;
  }

  @Override
  public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
    return sound.begin(batch, owner);
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return sound.take(takes);
  }

  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    return sound.advance(transitions);
  }

  @Override
  public List<BeginOutcome> bury(List<BatchId> ids) {
    return sound.bury(ids);
  }

  @Override
  public boolean hasRecords() {
    return sound.hasRecords();
  }

  @Override
  public Option<Duration> keptFor() {
    return sound.keptFor();
  }

  @Override
  public List<BatchLookup> find(List<BatchId> ids) {
    return sound.find(ids);
  }

  @Override
  public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
    return sound.unfinished(unmodifiedFor, limit);
  }

  @Override
  public List<BatchLookup> ended(EndedQuery query) {
    return sound.ended(query);
  }

  @Override
  public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
    return sound.leavingOut(unmodifiedFor, limit);
  }

  @Override
  public MatchOutcome forgetLeftOut(BatchId id) {
    return sound.forgetLeftOut(id);
  }

  @Override
  public List<TransferLookup> naming(BatchRecord batch) {
    return sound.naming(batch);
  }

  @Override
  public List<MatchOutcome> removeMembers(List<MemberDocument> members) {
    return sound.removeMembers(members);
  }

  @Override
  public List<MatchOutcome> replaceMembers(List<MemberReceipt> members) {
    return sound.replaceMembers(members);
  }

  @Override
  public MatchOutcome remove(BatchId id) {
    return sound.remove(id);
  }
}
