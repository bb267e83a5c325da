package io.twophase.cli.demo.crash;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.AuthorizationTransition;
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

/** Transaction records, as a process reaches them that may be killed after any write. */
public final class CrashingTransactions implements TransactionRepository {

  private final TransactionRepository real;
  private final ProcessLife life;

  public CrashingTransactions(TransactionRepository real, ProcessLife life) {
    this.real = real;
    this.life = life;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return life.oneByOne(
        records,
        real::begin,
        record ->
            outcome ->
                new Write(WriteKind.BEGIN, record.id().value(), outcome == BeginOutcome.BEGUN));
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return life.oneByOne(
        transitions,
        real::advance,
        transition ->
            outcome ->
                new Write(
                    transition.fold(new Kinds()),
                    transition.transaction().value(),
                    outcome == MatchOutcome.MATCHED));
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

  /** The kind of write that each transition is. */
  private static final class Kinds implements Transition.Cases<WriteKind> {
    @Override
    public WriteKind claim(Transition.Claim transition) {
      return WriteKind.CLAIM;
    }

    @Override
    public WriteKind takeOver(Transition.TakeOver transition) {
      return WriteKind.TAKE_OVER;
    }

    @Override
    public WriteKind decide(Transition.Decide transition) {
      return WriteKind.DECIDE;
    }

    @Override
    public WriteKind finish(Transition.Finish transition) {
      return WriteKind.FINISH;
    }

    @Override
    public WriteKind beginCancel(Transition.BeginCancel transition) {
      return WriteKind.CANCEL;
    }

    @Override
    public WriteKind cancelUnclaimed(Transition.CancelUnclaimed transition) {
      return WriteKind.CANCEL;
    }

    @Override
    public WriteKind finishCancel(Transition.FinishCancel transition) {
      return WriteKind.FINISH_CANCEL;
    }

    @Override
    public WriteKind authorize(AuthorizationTransition.Authorize transition) {
      throw noneHere(transition);
    }

    @Override
    public WriteKind approve(AuthorizationTransition.Approve transition) {
      throw noneHere(transition);
    }

    @Override
    public WriteKind capture(AuthorizationTransition.Capture transition) {
      throw noneHere(transition);
    }

    @Override
    public WriteKind voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      throw noneHere(transition);
    }

    /** The demonstrations authorize nothing. */
    private static IllegalStateException noneHere(Transition transition) {
      return new IllegalStateException("no authorization is demonstrated: " + transition);
    }
  }
}
