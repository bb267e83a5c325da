package io.twophase.bench.growth;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Records, as a process reaches them that dies before it decides: what it has held stays held. */
final class StoppingTransactions implements TransactionRepository {

  private final TransactionRepository real;

  StoppingTransactions(TransactionRepository real) {
    this.real = real;
  }

  /** Stands for the end of the process: nothing catches it but the bench. */
  public static final class Stopped extends Error {

    private static final long serialVersionUID = 1L;

    Stopped() {
      super("the process ends here", null, false, false);
    }
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return real.begin(records);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    throw new Stopped();
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return real.find(ids);
  }

  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return real.findLatest(id);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    return real.latest(query);
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return real.unfinished(query);
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    return real.overdue(limit);
  }

  @Override
  public List<TransactionLookup> ended(EndedQuery query) {
    return real.ended(query);
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> receipts) {
    return real.replace(receipts);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return real.removeReceipts(endedFor, limit);
  }

  @Override
  public List<MatchOutcome> remove(List<Transaction> finished) {
    return real.remove(finished);
  }

  @Override
  public void scanReceipts(Consumer<TransactionLookup> consumer) {
    real.scanReceipts(consumer);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    real.scan(consumer);
  }
}
