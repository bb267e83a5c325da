package io.twophase.app;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * The newest transactions in a state, transfers of batches among them. Those have no state of their
 * own, so no store can be asked for them by state: the batches that are open are looked at, or the
 * newest transactions; and where these do not show all that is asked for, the whole store. No more
 * is kept at a time than is asked for, beside what one look reads.
 */
final class LatestInState {

  /** How many transactions are looked at before all are. */
  static final int FIRST_LOOK = 1_000;

  /** How many open batches are looked at; where there are more, all transactions are. */
  static final int OPEN_BATCHES = 100;

  static final Comparator<TransactionLookup.Found> NEWEST_FIRST =
      Comparator.comparing(
          TransactionLookup.Found::record,
          Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id));

  private final TransactionRepository transactions;
  private final BatchRepository batches;
  private final int firstLook;
  private final int openBatches;

  LatestInState(TransactionRepository transactions, BatchRepository batches) {
    this(transactions, batches, FIRST_LOOK, OPEN_BATCHES);
  }

  /** One that looks at less before it looks at all. */
  LatestInState(
      TransactionRepository transactions, BatchRepository batches, int firstLook, int openBatches) {
    this.transactions = transactions;
    this.batches = batches;
    this.firstLook = firstLook;
    this.openBatches = openBatches;
  }

  /**
   * Those that {@code query} asks for, newest first, then by id.
   *
   * @param state the one that it asks for
   */
  List<TransactionLookup> of(TransactionQuery query, State state) {
    List<TransactionLookup> alone = transactions.latest(query);
    if (state == State.INITIAL || state == State.AUTHORIZED || !batches.hasRecords()) {
      return alone;
    }
    Members members = new Members(query, state);
    boolean isWhole =
        switch (state) {
          case APPLIED, CANCELING -> ofOpenBatches(members);
          case INITIAL, PENDING, AUTHORIZED, DONE, CANCELED -> ofTheNewest(members, alone);
        };
    if (!isWhole) {
      transactions.scan(members::look);
    }
    return members.merged(alone);
  }

  /** Looks at the batches that are not finished, unless there are too many. */
  private boolean ofOpenBatches(Members members) {
    List<BatchLookup> open = batches.unfinished(Duration.ZERO, openBatches);
    if (open.size() == openBatches) {
      return false;
    }
    open.forEach(
        lookup ->
            lookup
                .read()
                .forEach(batch -> transactions.find(batch.members()).forEach(members::look)));
    return true;
  }

  /** Looks at the newest transactions; answers whether no older one can be asked for. */
  private boolean ofTheNewest(Members members, List<TransactionLookup> alone) {
    TransactionQuery query = members.query;
    int most = Math.max(query.limit(), firstLook);
    List<TransactionLookup> newest = transactions.latest(query.ofAnyState(most));
    newest.forEach(members::look);
    if (newest.size() < most) {
      return true;
    }
    List<TransactionLookup> merged = members.merged(alone);
    return merged.size() == query.limit()
        && last(merged)
            .exists(asked -> last(newest).exists(seen -> NEWEST_FIRST.compare(asked, seen) <= 0));
  }

  private static Option<TransactionLookup.Found> last(List<TransactionLookup> lookups) {
    return found(lookups.get(lookups.size() - 1));
  }

  private static Option<TransactionLookup.Found> found(TransactionLookup lookup) {
    return lookup.fold(
        Option::some,
        absent -> Option.none(),
        unreadable -> Option.none(),
        removed -> Option.none());
  }

  /** The newest transfers of batches that are asked for, of those that were looked at. */
  private static final class Members {

    private final TransactionQuery query;
    private final State state;
    private final TreeSet<TransactionLookup.Found> newest = new TreeSet<>(NEWEST_FIRST);

    Members(TransactionQuery query, State state) {
      this.query = query;
      this.state = state;
    }

    void look(TransactionLookup lookup) {
      found(lookup).filter(this::isAskedFor).forEach(newest::add);
      if (newest.size() > query.limit()) {
        newest.pollLast();
      }
    }

    private boolean isAskedFor(TransactionLookup.Found found) {
      return found.batch().isDefined()
          && found.record().state() == state
          && query.asksFor(found.record().body());
    }

    /**
     * Both in their order. What of {@code alone} cannot be read stays behind what was before it.
     */
    List<TransactionLookup> merged(List<TransactionLookup> alone) {
      List<TransactionLookup> merged = new ArrayList<>();
      Deque<TransactionLookup.Found> left = new ArrayDeque<>(newest);
      for (TransactionLookup next : alone) {
        found(next)
            .forEach(
                record -> {
                  // one that was left out may have gone on alone since it was looked at
                  left.removeIf(member -> member.record().id().equals(record.record().id()));
                  while (!left.isEmpty() && NEWEST_FIRST.compare(left.peek(), record) < 0) {
                    merged.add(left.remove());
                  }
                });
        merged.add(next);
      }
      merged.addAll(left);
      return merged.size() <= query.limit()
          ? merged
          : List.copyOf(merged.subList(0, query.limit()));
    }
  }
}
