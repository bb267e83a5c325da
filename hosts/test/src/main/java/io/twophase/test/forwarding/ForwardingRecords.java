package io.twophase.test.forwarding;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Keeping;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Whole;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Records that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingRecords implements Records {

  private final Records sound;

  /** Passes on to {@code sound}. */
  protected ForwardingRecords(Records sound) {
    this.sound = sound;
  }

  @Override
  public List<List<BeginOutcome>> insert(List<NewRecord> records) {
    return sound.insert(records);
  }

  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    return sound.move(transitions);
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return sound.take(takes);
  }

  @Override
  public List<Lookup> find(List<RecordId> ids) {
    return sound.find(ids);
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    return sound.findMembers(ids);
  }

  @Override
  public Lookup findLatest(TransactionId id) {
    return sound.findLatest(id);
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    return sound.list(query);
  }

  @Override
  public void scan(Option<AccountId> account, Consumer<Lookup> consumer) {
    sound.scan(account, consumer);
  }

  @Override
  public void scanReceipts(Consumer<Lookup> consumer) {
    sound.scanReceipts(consumer);
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    return sound.remove(going);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return sound.removeReceipts(endedFor, limit);
  }

  @Override
  public Whole tryWhole(NewRecord record) {
    return sound.tryWhole(record);
  }

  @Override
  public boolean runsWhole() {
    return sound.runsWhole();
  }

  @Override
  public Keeping keeping() {
    return sound.keeping();
  }
}
