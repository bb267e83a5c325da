package io.twophase.app.orphan;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Batches;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the records of batches say of ranges that were seen before the records were read. A record
 * that is missing is replaced by a tombstone first, so that it can never come. A range of an older
 * epoch of an undecided batch is no orphan: whoever goes on with the batch raises it.
 */
public final class DeadRanges {

  private final Batches batches;
  private final Map<BatchId, BatchRecord> records;

  private DeadRanges(Batches batches, Map<BatchId, BatchRecord> records) {
    this.batches = batches;
    this.records = records;
  }

  /**
   * Reads the records of the batches of ranges that have been seen.
   *
   * @throws io.twophase.ports.StoreException if they cannot be read
   */
  public static DeadRanges of(Collection<RangeHold> seen, Batches batches) {
    List<BatchId> ids = seen.stream().map(RangeHold::batch).distinct().toList();
    Map<BatchId, BatchRecord> records = new HashMap<>();
    List<BatchId> absent = read(batches, ids, records);
    if (!absent.isEmpty()) {
      batches.records().bury(absent);
      // read again whatever was answered: what counts is what is there
      read(batches, absent, records);
    }
    return new DeadRanges(batches, records);
  }

  private static List<BatchId> read(
      Batches batches, List<BatchId> ids, Map<BatchId, BatchRecord> records) {
    List<BatchId> absent = new ArrayList<>(0);
    List<BatchLookup> lookups = ids.isEmpty() ? List.of() : batches.records().find(ids);
    for (BatchLookup lookup : lookups) {
      lookup
          .<Runnable>fold(
              found -> () -> records.put(found.record().id(), found.record()),
              missing -> () -> absent.add(missing.id()),
              unreadable -> () -> {})
          .run();
    }
    return absent;
  }

  /** What proves that nobody will ever settle it; none if somebody may. */
  public Option<Proof> proof(RangeHold hold) {
    return Option.of(records.get(hold.batch()))
        .filter(record -> record.state().isFinal() && !isDoneAt(record, hold))
        .map(record -> record.isTombstone() ? Proof.NO_RECORD : Proof.FINISHED);
  }

  /**
   * Whether its batch is done at its very epoch: if it is still there, its settle has missed it.
   */
  public boolean isMissed(RangeHold hold) {
    return Option.of(records.get(hold.batch())).exists(record -> isDoneAt(record, hold));
  }

  private static boolean isDoneAt(BatchRecord record, RangeHold hold) {
    return record.state() == State.DONE && record.epoch().equals(hold.epoch());
  }

  /** Withdraws one that is proven dead, at its epoch. */
  public MatchOutcome withdraw(AccountId account, RangeHold hold) {
    RangeRequest request = new RangeRequest.Withdraw(account, hold.epoch());
    return batches
        .ranges()
        .ask(List.of(new RangeCall(hold.batch(), request, Option.some(hold.range()))))
        .get(0)
        .fold(counted -> counted.outcome(), seen -> MatchOutcome.IN_DOUBT);
  }
}
