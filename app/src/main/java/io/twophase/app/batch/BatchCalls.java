package io.twophase.app.batch;

import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.StepCall;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.protocol.BatchEvent;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.State;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps of a worker of a batch as calls on the ports, and their answers as events. */
final class BatchCalls {

  private static final RangeReply NOT_SENT = new RangeReply.Counted(MatchOutcome.NOT_MATCHED);
  private static final RangeReply BUSY = new RangeReply.Seen(new RangeLook.Full());

  private final Batches batches;
  private final AccountCalls accountCalls;
  private final TransactionRepository transactions;
  private final Clearing clearing;
  private final Ownership ownership;
  private final Duration stuckAfter;
  private final EngineListener listener;

  BatchCalls(
      Batches batches,
      AccountRepository accounts,
      TransactionRepository transactions,
      Ownership ownership,
      Duration stuckAfter,
      EngineListener listener) {
    this.listener = listener;
    this.batches = batches;
    this.accountCalls = new AccountCalls(batches.ranges());
    this.transactions = transactions;
    this.clearing = new Clearing(accounts, transactions, batches);
    this.ownership = ownership;
    this.stuckAfter = stuckAfter;
  }

  /**
   * What the worker's next step comes to.
   *
   * @param notes what this run knows of accounts
   * @throws UnreadableBatch if the record cannot be read
   */
  BatchEvent perform(BatchWorker worker, AccountNotes notes) {
    BatchStep step = worker.step();
    return StepCall.of(
        listener, step.fold(BatchStepName.OF_STEP), 1, () -> step.fold(new OfStep(worker, notes)));
  }

  /** Withdraws dead holds from the accounts of transfers, where they have too little for one. */
  void clear(List<Member> transfers) {
    clearing.forEach(transfers);
  }

  /** Has the record of a batch say that none whom it left out names it; what is in doubt stays. */
  void forgetLeftOut(BatchId id) {
    batches.records().forgetLeftOut(id);
  }

  /** The event that all of a step is in doubt; none for a step that only reads. */
  static Option<BatchEvent> inDoubt(BatchStep step) {
    return step.fold(new InDoubt());
  }

  /** Whether something of it had no answer, so that there is no hurry to go on. */
  static boolean isInDoubt(BatchEvent event) {
    return event.fold(new IsInDoubt());
  }

  List<BatchEvent.Taken> taken(List<TransactionId> ids) {
    List<TransferLookup> lookups = transfers(ids);
    List<BatchId> named =
        lookups.stream()
            .flatMap(lookup -> lookup.member().toJavaStream())
            .map(document -> document.batch())
            .distinct()
            .toList();
    Map<BatchId, BatchRecord> records = new HashMap<>();
    if (!named.isEmpty()) {
      for (BatchLookup lookup : batches.records().find(named)) {
        lookup.read().forEach(record -> records.put(record.id(), record));
      }
    }
    return lookups.stream()
        .map(
            lookup ->
                new BatchEvent.Taken(
                    lookup,
                    lookup.member().flatMap(member -> Option.of(records.get(member.batch())))))
        .toList();
  }

  private List<TransferLookup> transfers(List<TransactionId> ids) {
    List<TransferLookup> lookups = new ArrayList<>(ids.size());
    for (TransactionLookup lookup : transactions.find(ids)) {
      lookups.add(TransferLookup.of(lookup));
    }
    return lookups;
  }

  /** The record of a batch, and whether nobody works on it. */
  BatchEvent.RecordSeen record(BatchId id) {
    BatchLookup lookup = batches.records().find(List.of(id)).get(0);
    return lookup.fold(
        found ->
            new BatchEvent.RecordSeen(
                Option.some(found.record()),
                found.record().state() == State.PENDING && isLeft(found)),
        absent -> new BatchEvent.RecordSeen(Option.none(), false),
        unreadable -> {
          throw new UnreadableBatch(unreadable.fault());
        });
  }

  /**
   * Whether the batch is there and not finished, and may be seen through: nobody works on it, or it
   * is decided, so that only holds are left to be ended.
   */
  boolean mayBeSeenThrough(BatchId id) {
    return batches
        .records()
        .find(List.of(id))
        .get(0)
        .fold(
            found ->
                !found.record().state().isFinal()
                    && (found.record().state() != State.PENDING || isLeft(found)),
            absent -> false,
            unreadable -> false);
  }

  private boolean isLeft(BatchLookup.Found found) {
    return found.unmodifiedFor().compareTo(stuckAfter) >= 0
        || !ownership.abandonedBatches(List.of(found.record())).isEmpty();
  }

  /** The record of the batch is there, and cannot be read. */
  static final class UnreadableBatch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableBatch(String fault) {
      super(fault);
    }
  }

  private final class OfStep implements BatchStep.Cases<BatchEvent> {

    private final BatchWorker worker;
    private final AccountNotes notes;

    OfStep(BatchWorker worker, AccountNotes notes) {
      this.worker = worker;
      this.notes = notes;
    }

    @Override
    public BatchEvent begin(BatchStep.Begin step) {
      BatchBegun begun = batches.records().begin(step.batch(), worker.owner());
      return new BatchEvent.Begun(begun.record(), begun.members());
    }

    @Override
    public BatchEvent readTaken(BatchStep.ReadTaken step) {
      return new BatchEvent.TakenSeen(taken(step.ids()));
    }

    @Override
    public BatchEvent take(BatchStep.Take step) {
      List<MemberTake> takes = new ArrayList<>(step.free().size());
      step.free().forEach(free -> takes.add(new MemberTake.IntoBatch(free, worker.id())));
      return new BatchEvent.Took(batches.records().take(takes));
    }

    @Override
    public BatchEvent readRecord(BatchStep.ReadRecord step) {
      return record(worker.id());
    }

    @Override
    public BatchEvent await(BatchStep.Await step) {
      return record(worker.id());
    }

    @Override
    public BatchEvent readMembers(BatchStep.ReadMembers step) {
      return new BatchEvent.MembersSeen(transfers(step.ids()));
    }

    /**
     * An account that has too little is cleared of dead holds first, once. If some were there, the
     * hold is not sent: it would be for less than there is now. An account that was overtaken for
     * longer than this run is patient counts as busy: its members are left out.
     */
    @Override
    public BatchEvent onAccounts(BatchStep.OnAccounts step) {
      Set<AccountId> changed = cleared(notes.toClear(step.requests()));
      List<RangeCall> calls = new ArrayList<>(step.requests().size());
      RangeReply[] replies = new RangeReply[step.requests().size()];
      List<Integer> places = new ArrayList<>(replies.length);
      for (int at = 0; at < replies.length; at++) {
        RangeRequest request = step.requests().get(at);
        if (changed.contains(request.account())) {
          replies[at] = NOT_SENT;
        } else if (notes.isLeft(request)) {
          replies[at] = BUSY;
        } else {
          places.add(at);
          calls.add(new RangeCall(worker.id(), request, worker.held(request.account())));
        }
      }
      Iterator<RangeReply> answers =
          (calls.isEmpty() ? List.<RangeReply>of() : accountCalls.ask(calls, notes)).iterator();
      places.forEach(at -> replies[at] = answers.next());
      notes.note(calls, places.stream().map(at -> replies[at]).toList());
      return new BatchEvent.Replied(Arrays.asList(replies));
    }

    private Set<AccountId> cleared(List<AccountId> some) {
      try {
        return some.isEmpty() ? Set.of() : clearing.of(some);
      } catch (StoreException fault) {
        // they are still to be cleared, when the step is tried again
        notes.notCleared(some);
        throw fault;
      }
    }

    @Override
    public BatchEvent move(BatchStep.Move step) {
      return new BatchEvent.Moved(batches.records().advance(List.of(step.transition())).get(0));
    }

    @Override
    public BatchEvent bury(BatchStep.Bury step) {
      return new BatchEvent.Buried(batches.records().bury(List.of(worker.id())).get(0));
    }

    @Override
    public BatchEvent stop(BatchStep.Stop step) {
      throw new IllegalStateException(worker + " has stopped");
    }
  }

  private static final class InDoubt implements BatchStep.Cases<Option<BatchEvent>> {

    @Override
    public Option<BatchEvent> begin(BatchStep.Begin step) {
      return Option.some(
          new BatchEvent.Begun(
              BeginOutcome.IN_DOUBT,
              Collections.nCopies(step.batch().transfers().size(), BeginOutcome.IN_DOUBT)));
    }

    @Override
    public Option<BatchEvent> readTaken(BatchStep.ReadTaken step) {
      return Option.none();
    }

    @Override
    public Option<BatchEvent> take(BatchStep.Take step) {
      return Option.some(
          new BatchEvent.Took(Collections.nCopies(step.free().size(), MatchOutcome.IN_DOUBT)));
    }

    @Override
    public Option<BatchEvent> readRecord(BatchStep.ReadRecord step) {
      return Option.none();
    }

    @Override
    public Option<BatchEvent> await(BatchStep.Await step) {
      return Option.none();
    }

    @Override
    public Option<BatchEvent> readMembers(BatchStep.ReadMembers step) {
      return Option.none();
    }

    @Override
    public Option<BatchEvent> onAccounts(BatchStep.OnAccounts step) {
      return Option.some(
          new BatchEvent.Replied(
              Collections.nCopies(step.requests().size(), AccountCalls.IN_DOUBT)));
    }

    @Override
    public Option<BatchEvent> move(BatchStep.Move step) {
      return Option.some(new BatchEvent.Moved(MatchOutcome.IN_DOUBT));
    }

    @Override
    public Option<BatchEvent> bury(BatchStep.Bury step) {
      return Option.some(new BatchEvent.Buried(BeginOutcome.IN_DOUBT));
    }

    @Override
    public Option<BatchEvent> stop(BatchStep.Stop step) {
      return Option.none();
    }
  }

  private static final class IsInDoubt implements BatchEvent.Cases<Boolean> {

    @Override
    public Boolean begun(BatchEvent.Begun event) {
      return event.record() == BeginOutcome.IN_DOUBT
          || event.members().contains(BeginOutcome.IN_DOUBT);
    }

    @Override
    public Boolean takenSeen(BatchEvent.TakenSeen event) {
      return false;
    }

    /** One that is in doubt is left out, and nothing is waited for. */
    @Override
    public Boolean took(BatchEvent.Took event) {
      return false;
    }

    @Override
    public Boolean recordSeen(BatchEvent.RecordSeen event) {
      return false;
    }

    @Override
    public Boolean membersSeen(BatchEvent.MembersSeen event) {
      return false;
    }

    @Override
    public Boolean replied(BatchEvent.Replied event) {
      return event.replies().stream().anyMatch(RangeReply::isInDoubt);
    }

    @Override
    public Boolean moved(BatchEvent.Moved event) {
      return event.outcome() == MatchOutcome.IN_DOUBT;
    }

    @Override
    public Boolean buried(BatchEvent.Buried event) {
      return event.outcome() == BeginOutcome.IN_DOUBT;
    }

    @Override
    public Boolean gaveUp(BatchEvent.GaveUp event) {
      return false;
    }
  }
}
