package io.twophase;

import io.twophase.domain.Given;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

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

  /**
   * The newest transactions in a state, members of records of several among them. A member has no
   * state of its own, so no store can be asked for members by state: this looks at the members of
   * unfinished records, or at the newest transactions; and if these do not show all that is asked
   * for, at the whole store. It keeps no more transactions at a time than are asked for, beside
   * what one look reads.
   *
   * @param firstLook how many transactions are read before all are
   * @param openRecords how many unfinished records of several are read; if there are more, all are
   */
  record LatestInState(Records records, int firstLook, int openRecords) {

    static final int FIRST_LOOK = 1_000;
    static final int OPEN_RECORDS = 100;
    static final Comparator<Transaction> NEWEST_FIRST =
        Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id);

    LatestInState(Records records) {
      this(records, FIRST_LOOK, OPEN_RECORDS);
    }

    /**
     * Returns the transactions that {@code query} asks for, newest first, then by id.
     *
     * @param state the one that it asks for
     */
    List<Lookup> of(RecordQuery query, State state) {
      List<Lookup> alone = records.list(query);
      Members members = new Members(query);
      boolean isWhole =
          switch (state) {
            case INITIAL, AUTHORIZED -> true;
            case APPLIED, CANCELING -> ofOpenRecords(members);
            case PENDING, DONE, CANCELED -> ofTheNewest(members, alone);
          };
      if (!isWhole) {
        records.scan(Optional.empty(), members::look);
      }
      return members.merged(alone);
    }

    /** Looks at the members of the records that are not finished, unless there are too many. */
    private boolean ofOpenRecords(Members members) {
      int[] open = {0};
      return RecordQuery.unfinished(Duration.ZERO, openRecords)
              .pages(
                  records,
                  page -> {
                    for (TransactionRecord record :
                        page.stream().flatMap(lookup -> lookup.record().stream()).toList()) {
                      if (record.id().isOfMany()) {
                        open[0]++;
                        records.findMembers(record.members()).forEach(members::look);
                      }
                    }
                    return open[0] < openRecords;
                  })
          && open[0] < openRecords;
    }

    /** Looks at the newest transactions; answers whether no older one can be asked for. */
    private boolean ofTheNewest(Members members, List<Lookup> alone) {
      RecordQuery query = members.query;
      int most = Math.max(query.limit(), firstLook);
      List<Lookup> newest = records.list(query.inAnyState().withLimit(most).withSkip(0));
      newest.forEach(members::look);
      if (newest.size() < most) {
        return true;
      }
      List<Lookup> merged = members.merged(alone);
      return merged.size() == query.limit()
          && last(merged)
              .filter(
                  asked ->
                      last(newest)
                          .filter(seen -> NEWEST_FIRST.compare(asked, seen) <= 0)
                          .isPresent())
              .isPresent();
    }

    private static Optional<Transaction> last(List<Lookup> lookups) {
      return lookups.get(lookups.size() - 1).transaction();
    }

    /** The newest members that are asked for, of those that were looked at. */
    private static final class Members {

      private final RecordQuery query;
      private final TreeSet<Shown> newest = new TreeSet<>();

      private record Shown(Transaction transaction, Lookup lookup) implements Comparable<Shown> {
        @Override
        public int compareTo(Shown other) {
          return NEWEST_FIRST.compare(transaction, other.transaction);
        }
      }

      Members(RecordQuery query) {
        this.query = query;
      }

      void look(Lookup lookup) {
        lookup
            .transaction()
            .filter(view -> lookup.member().isPresent() && query.asksFor(view))
            .ifPresent(view -> newest.add(new Shown(view, lookup)));
        if (newest.size() > query.limit()) {
          newest.pollLast();
        }
      }

      /** Both in their order. An unreadable one of {@code alone} stays behind its predecessor. */
      List<Lookup> merged(List<Lookup> alone) {
        List<Lookup> merged = new ArrayList<>();
        Deque<Shown> left = new ArrayDeque<>(newest);
        for (Lookup next : alone) {
          for (Transaction record : next.transaction().stream().toList()) {
            // one that was left out may have gone on alone since it was looked at
            left.removeIf(member -> member.transaction().id().equals(record.id()));
            while (!left.isEmpty() && NEWEST_FIRST.compare(left.peek().transaction(), record) < 0) {
              merged.add(left.remove().lookup());
            }
          }
          merged.add(next);
        }
        left.forEach(member -> merged.add(member.lookup()));
        return merged.size() <= query.limit()
            ? merged
            : List.copyOf(merged.subList(0, query.limit()));
      }
    }
  }
}
