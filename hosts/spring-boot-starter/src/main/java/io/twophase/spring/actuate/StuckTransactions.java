package io.twophase.spring.actuate;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Batches;
import io.twophase.ports.Store;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
   * At most so many transactions, and as many batches, each kind with the oldest first.
   *
   * @throws io.twophase.ports.StoreException if the store does not answer
   */
  List<StuckTransaction> read(Duration unchangedFor, int limit) {
    Stream<StuckTransaction> lone =
        store
            .transactions()
            .unfinished(new UnfinishedQuery(unchangedFor, Option.none(), limit))
            .stream()
            .map(StuckTransactions::of);
    Stream<StuckTransaction> batches =
        store
            .batches()
            .map(Batches::records)
            .toJavaStream()
            .flatMap(records -> records.unfinished(unchangedFor, limit).stream())
            .map(StuckTransactions::of);
    return Stream.concat(lone, batches).toList();
  }

  private static StuckTransaction of(TransactionLookup lookup) {
    return lookup.fold(
        found -> {
          Transaction record = found.record();
          return stuck(
              record.id().value(), record.state(), record.application(), found.unmodifiedFor());
        },
        absent -> StuckTransaction.unreadable(absent.id().value(), "it is gone"),
        bad -> StuckTransaction.unreadable(bad.id(), bad.fault()),
        removed -> StuckTransaction.unreadable(removed.receipt().id().value(), "it is gone"));
  }

  private static StuckTransaction of(BatchLookup lookup) {
    return lookup.fold(
        found -> {
          BatchRecord record = found.record();
          return stuck(
              record.id().value(),
              record.state(),
              record.owner().map(BatchRecord.Owner::application),
              found.unmodifiedFor());
        },
        absent -> StuckTransaction.unreadable(absent.id().value(), "it is gone"),
        bad -> StuckTransaction.unreadable(bad.id(), bad.fault()));
  }

  private static StuckTransaction stuck(
      String id, State state, Option<ApplicationName> application, Duration unchangedFor) {
    return new StuckTransaction(
        id,
        state.name().toLowerCase(Locale.ROOT),
        application.map(ApplicationName::value).getOrNull(),
        unchangedFor,
        null);
  }
}
