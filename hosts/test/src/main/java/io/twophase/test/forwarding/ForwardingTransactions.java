package io.twophase.test.forwarding;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Transaction records that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingTransactions implements TransactionRepository {

  private final TransactionRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingTransactions(TransactionRepository sound) {
    this.sound = sound;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return sound.begin(records);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return sound.advance(transitions);
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return sound.find(ids);
  }

  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return sound.findLatest(id);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    return sound.latest(query);
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return sound.unfinished(query);
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    return sound.overdue(limit);
  }

  @Override
  public List<TransactionLookup> ended(EndedQuery query) {
    return sound.ended(query);
  }

  @Override
  public List<MatchOutcome> remove(List<Transaction> finished) {
    return sound.remove(finished);
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> receipts) {
    return sound.replace(receipts);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return sound.removeReceipts(endedFor, limit);
  }

  @Override
  public Option<ReceiptPeriod> receiptsKept() {
    return sound.receiptsKept();
  }

  @Override
  public boolean hasReceiptsOfAllRemoved() {
    return sound.hasReceiptsOfAllRemoved();
  }

  @Override
  public Option<Duration> keptFor() {
    return sound.keptFor();
  }

  @Override
  public void scanReceipts(Consumer<TransactionLookup> consumer) {
    sound.scanReceipts(consumer);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    sound.scan(consumer);
  }

  @Override
  public void scan(AccountId account, Consumer<TransactionLookup> consumer) {
    sound.scan(account, consumer);
  }

  @Override
  public boolean mayHaveExpired() {
    return sound.mayHaveExpired();
  }
}
