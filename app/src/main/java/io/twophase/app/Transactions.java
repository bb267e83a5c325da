package io.twophase.app;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import java.util.Objects;

/**
 * Shows transactions. Thread-safe. Each method throws {@link StoreUnavailableException} if the
 * store cannot be reached.
 */
public final class Transactions {

  private final TransactionRepository transactions;

  /** Transactions of {@code transactions}. */
  public Transactions(TransactionRepository transactions) {
    this.transactions = transactions;
  }

  /** The transaction as it is now. */
  public TransactionLookup find(TransactionId id) {
    return transactions.find(List.of(Objects.requireNonNull(id, "id"))).get(0);
  }

  /** The transactions as they are now, one for each id, in their order. */
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return transactions.find(Objects.requireNonNull(ids, "ids"));
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

  /** The newest that {@code query} asks for, newest first. */
  public List<TransactionLookup> latest(TransactionQuery query) {
    return transactions.latest(Objects.requireNonNull(query, "query"));
  }
}
