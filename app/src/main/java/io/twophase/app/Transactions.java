package io.twophase.app;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.reason.Given;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;

/**
 * Shows transactions. Thread-safe. Each method throws {@link StoreUnavailableException} if the
 * store cannot be reached.
 */
public final class Transactions {

  private final TransactionRepository transactions;
  private final Option<LatestInState> inState;

  /** Transactions of {@code transactions}. */
  public Transactions(TransactionRepository transactions) {
    this(transactions, Option.none());
  }

  /** The same, where transfers of {@code batches} are among them. */
  Transactions(TransactionRepository transactions, Option<BatchRepository> batches) {
    this.transactions = transactions;
    this.inState = batches.map(there -> new LatestInState(transactions, there));
  }

  /** The transaction as it is now. */
  public TransactionLookup find(TransactionId id) {
    return transactions.find(List.of(Objects.requireNonNull(id, "id"))).get(0);
  }

  /** The transactions as they are now, one for each id, in their order. */
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return transactions.find(Given.list(ids, "ids"));
  }

  /**
   * The transaction as a majority of the store's servers has it, through a partition too: see
   * {@link TransactionRepository#findLatest}.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds
   */
  public TransactionLookup findLatest(TransactionId id) {
    return transactions.findLatest(Objects.requireNonNull(id, "id"));
  }

  /**
   * The newest that {@code query} asks for, newest first, then by id. Transfers of batches are
   * among them. Their states are read from their batches; so where there are batches, a query for a
   * state may look at all transactions that there are.
   */
  public List<TransactionLookup> latest(TransactionQuery query) {
    Objects.requireNonNull(query, "query");
    return inState
        .flatMap(look -> query.state().map(state -> look.of(query, state)))
        .getOrElse(() -> transactions.latest(query));
  }
}
