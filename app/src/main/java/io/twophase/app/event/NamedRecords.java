package io.twophase.app.event;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Timeline;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The records that numbers name, of lone transactions and of batches. */
public final class NamedRecords {

  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;

  /** Those of one store. */
  public NamedRecords(TransactionRepository transactions, Option<BatchRepository> batches) {
    this.transactions = transactions;
    this.batches = batches;
  }

  /** What is there under a name. */
  public enum Standing {
    /** It is there, and decided. */
    DECIDED,
    /** It is there, and not decided: it may be another one, of the same id. */
    UNDECIDED,
    /** It is not there; perhaps it has left a receipt. */
    ABSENT,
    /**
     * It cannot be read, or only keeps its id: that is reported otherwise, or is as it should be.
     */
    NOT_SAID
  }

  /** What was found, and when it was decided, where it was. */
  public record Named(Standing standing, Option<Instant> decidedAt) {

    private static final Named ABSENT = new Named(Standing.ABSENT, Option.none());
    private static final Named NOT_SAID = new Named(Standing.NOT_SAID, Option.none());

    private static Named of(boolean isDecided, boolean isTombstone, Option<Instant> at) {
      return isTombstone
          ? NOT_SAID
          : new Named(isDecided ? Standing.DECIDED : Standing.UNDECIDED, at);
    }
  }

  /** What is there under each of these names. */
  public List<Named> find(List<RecordId> records) {
    List<TransactionId> lone = new ArrayList<>();
    List<BatchId> ofBatches = new ArrayList<>();
    records.forEach(each -> each.fold(lone::add, ofBatches::add, bad -> false));
    Iterator<TransactionLookup> foundLone =
        (lone.isEmpty() ? List.<TransactionLookup>of() : transactions.find(lone)).iterator();
    Iterator<BatchLookup> foundBatches =
        (ofBatches.isEmpty() ? List.<BatchLookup>of() : batches.get().find(ofBatches)).iterator();
    return records.stream()
        .<Named>map(
            each ->
                each.fold(
                    id -> of(foundLone.next()), id -> of(foundBatches.next()), bad -> Named.ABSENT))
        .toList();
  }

  private static Named of(TransactionLookup lookup) {
    return lookup.fold(
        found -> {
          Timeline timeline = found.record().timeline();
          return Named.of(
              found.record().state().isDecided(),
              found.record().body().isTombstone(),
              timeline.decidedAt().orElse(timeline.finishedAt()));
        },
        absent -> Named.ABSENT,
        unreadable -> Named.NOT_SAID,
        removed -> Named.ABSENT);
  }

  private static Named of(BatchLookup lookup) {
    return lookup.fold(
        found ->
            Named.of(
                found.record().state().isDecided(),
                found.record().isTombstone(),
                found.record().decidedAt()),
        absent -> Named.ABSENT,
        unreadable -> Named.NOT_SAID);
  }
}
