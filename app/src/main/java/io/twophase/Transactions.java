package io.twophase;

import io.twophase.domain.Given;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.SearchIndexes;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Objects;

/**
 * Shows transactions. Thread-safe. Each method throws {@link StoreUnavailableException} if the
 * store cannot be reached.
 */
public final class Transactions {

  private final Records records;

  /** Transactions of {@code records}. */
  public Transactions(Records records) {
    this.records = records;
  }

  /** The transaction as it is now. */
  public TransactionLookup find(TransactionId id) {
    return find(List.of(Objects.requireNonNull(id, "id"))).get(0);
  }

  /** The transactions as they are now, one for each id, in their order. */
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return shown(records.findMembers(Given.list(ids, "ids")));
  }

  private static List<TransactionLookup> shown(List<Lookup> seen) {
    return seen.stream().map(TransactionLookup::of).toList();
  }

  /**
   * The transaction as a majority of the store's servers has it, through a partition too: see
   * {@link Records#findLatest}.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds
   */
  public TransactionLookup findLatest(TransactionId id) {
    return TransactionLookup.of(records.findLatest(Objects.requireNonNull(id, "id")));
  }

  /**
   * The newest that {@code query} asks for, newest first, then by id. Members of records of several
   * are among them. A member's state is read from its record; so a query for a state may look at
   * all transactions that there are. One for a reference or an account does so where the store has
   * no index of these: see {@link #searchIndexes}. The next page is that of {@link
   * RecordQuery#after(io.twophase.domain.transaction.Transaction)}.
   *
   * @param query {@link RecordQuery#latest}
   * @throws IllegalArgumentException if the query is of another kind
   */
  public List<TransactionLookup> latest(RecordQuery query) {
    if (Objects.requireNonNull(query, "query").kind() != RecordQuery.Kind.LATEST) {
      throw new IllegalArgumentException("not the latest transactions, but " + query.kind());
    }
    return shown(
        query
            .state()
            .map(state -> new LatestInState(records).of(query, state))
            .orElseGet(() -> records.list(query)));
  }

  /** Returns which indexes the store has for such searches: it is asked with each call. */
  public SearchIndexes searchIndexes() {
    return records.searchIndexes();
  }
}
