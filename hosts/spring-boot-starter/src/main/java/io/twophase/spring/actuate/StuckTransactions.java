package io.twophase.spring.actuate;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Reads what is unfinished in a store although nothing has changed it for a while: transactions,
 * and batches, whose transfers are not listed by themselves. What is authorized waits for its
 * capture, and is not stuck. Thread-safe.
 */
final class StuckTransactions {

  private final Store store;

  StuckTransactions(Store store) {
    this.store = store;
  }

  /**
   * At most so many transactions and batches, the oldest first.
   *
   * @throws io.twophase.ports.StoreException if the store does not answer
   */
  List<StuckTransaction> read(Duration unchangedFor, int limit) {
    return store.records().list(RecordQuery.unfinished(unchangedFor, limit)).stream()
        .map(StuckTransactions::of)
        .toList();
  }

  private static StuckTransaction of(Lookup lookup) {
    return lookup
        .record()
        .map(record -> stuck(record, lookup.unmodifiedFor()))
        .orElseGet(
            () -> StuckTransaction.unreadable(lookup.id(), lookup.fault().orElse("it is gone")));
  }

  private static StuckTransaction stuck(TransactionRecord record, Duration unchangedFor) {
    return new StuckTransaction(
        record.id().value(),
        record.state().name().toLowerCase(Locale.ROOT),
        record.owner().map(Owner::application).map(ApplicationName::value).orElse(null),
        unchangedFor,
        null);
  }
}
