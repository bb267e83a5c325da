package io.twophase.ports;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Given;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Which records, or members, to list. To page through unfinished or ended records, ask next for
 * those {@link #after} the last record that was shown, and {@link #skip} what was shown behind it
 * and cannot be read. Records that change between two pages then hide no other: one that changes
 * comes last.
 *
 * @param kind what is listed, and in which order
 * @param unmodifiedFor only records that have not changed, or have ended, so long ago by the
 *     store's clock
 * @param state of the latest, only those in this state
 * @param account of the latest, only those that touch this account
 * @param labels of the latest, only those of which all of this is said
 * @param application of the unfinished, only those whose last owner was this application
 * @param named of the naming, the record
 * @param limit at most so many, 1 to {@link #MAX_LIMIT}; of the naming there is no limit
 * @param after of the unfinished and the ended, only those that come after this place
 * @param skip how many of the first to leave out, zero or more
 */
public record RecordQuery(
    Kind kind,
    Duration unmodifiedFor,
    Option<State> state,
    Option<AccountId> account,
    Labels labels,
    Option<ApplicationName> application,
    Option<TransactionRecord> named,
    int limit,
    Option<Place> after,
    int skip) {

  /** The most that one call gives. */
  public static final int MAX_LIMIT = 10_000;

  /** The kinds of listing. */
  public enum Kind {
    /**
     * Transactions, the newest first, then by id: records of one, and members; but if a state is
     * asked for, records of one only, since members have no state of their own.
     */
    LATEST,
    /**
     * Records that are neither done, canceled nor authorized, those first that have not changed for
     * longest, then by id.
     */
    UNFINISHED,
    /**
     * Records that are authorized though they have expired by the store's clock, those first that
     * expired first, then by id. Each can still be captured until somebody voids it.
     */
    OVERDUE,
    /** Records that are done or canceled, those first that ended first, then by id. */
    ENDED,
    /**
     * Ended records that say that members whom they left out may still name them, those first that
     * ended first, then by id.
     */
    LEAVING_OUT,
    /**
     * The members' documents that name a record of several, by id. Of a tombstone, which lists no
     * member, the store may look at every document.
     */
    NAMING
  }

  /**
   * A place in the order of unfinished or ended records.
   *
   * @param at when the record before it last changed, or ended, by the store's clock, in whole
   *     milliseconds
   * @param id of the record before it
   */
  public record Place(Instant at, RecordId id) {

    /** Neither may be missing. */
    public Place {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(id, "id");
    }
  }

  /**
   * @throws IllegalArgumentException if the limit is out of range, or the duration or the skip
   *     below zero
   */
  public RecordQuery {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(unmodifiedFor, "unmodifiedFor");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(labels, "labels");
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(named, "named");
    Objects.requireNonNull(after, "after");
    if (limit < 1 || limit > MAX_LIMIT || skip < 0 || unmodifiedFor.isNegative()) {
      throw new IllegalArgumentException(
          "unmodified for "
              + unmodifiedFor
              + ", limit "
              + limit
              + ", skip "
              + skip
              + ": out of range");
    }
  }

  private static RecordQuery of(Kind kind, Duration unmodifiedFor, int limit) {
    return new RecordQuery(
        kind,
        unmodifiedFor,
        Option.none(),
        Option.none(),
        Labels.NONE,
        Option.none(),
        Option.none(),
        limit,
        Option.none(),
        0);
  }

  /** The newest transactions. */
  public static RecordQuery latest(
      Option<State> state, Option<AccountId> account, Labels labels, int limit) {
    return new RecordQuery(
        Kind.LATEST,
        Duration.ZERO,
        state,
        account,
        labels,
        Option.none(),
        Option.none(),
        limit,
        Option.none(),
        0);
  }

  /** Records that nobody has finished. */
  public static RecordQuery unfinished(Duration unmodifiedFor, int limit) {
    return of(Kind.UNFINISHED, unmodifiedFor, limit);
  }

  /** Authorizations that have expired. */
  public static RecordQuery overdue(int limit) {
    return of(Kind.OVERDUE, Duration.ZERO, limit);
  }

  /** Records that ended so long ago. */
  public static RecordQuery ended(Duration endedFor, int limit) {
    return of(Kind.ENDED, endedFor, limit);
  }

  /** Records that ended so long ago and may be named by members that they left out. */
  public static RecordQuery leavingOut(Duration endedFor, int limit) {
    return of(Kind.LEAVING_OUT, endedFor, limit);
  }

  /** The members' documents that name {@code record}. */
  public static RecordQuery naming(TransactionRecord record) {
    return new RecordQuery(
        Kind.NAMING,
        Duration.ZERO,
        Option.none(),
        Option.none(),
        Labels.NONE,
        Option.none(),
        Option.some(Objects.requireNonNull(record, "record")),
        MAX_LIMIT,
        Option.none(),
        0);
  }

  /** This query, of records whose last owner was {@code owner}. */
  public RecordQuery ownedBy(ApplicationName owner) {
    return new RecordQuery(
        kind,
        unmodifiedFor,
        state,
        account,
        labels,
        Option.some(Objects.requireNonNull(owner, "owner")),
        named,
        limit,
        after,
        skip);
  }

  /** This query, of the records that come after {@code shown} as it was shown; none is skipped. */
  public RecordQuery after(TransactionRecord shown) {
    Objects.requireNonNull(shown, "shown");
    Instant at = kind == Kind.UNFINISHED ? shown.lastModified() : endOf(shown);
    return new RecordQuery(
        kind,
        unmodifiedFor,
        state,
        account,
        labels,
        application,
        named,
        limit,
        Option.some(new Place(at, shown.id())),
        0);
  }

  /**
   * This query, of what comes after a page that it had: after the page's last record, without what
   * the page showed behind that record and cannot be read.
   */
  public RecordQuery after(List<Lookup> page) {
    RecordQuery next = this;
    for (Lookup lookup : Given.list(page, "page")) {
      next = lookup.record().map(this::after).getOrElse(next.withSkip(next.skip() + 1));
    }
    return next;
  }

  private static Instant endOf(TransactionRecord shown) {
    return shown
        .endedAt()
        .getOrElseThrow(() -> new IllegalArgumentException(shown.id().value() + " has not ended"));
  }

  /** This query, with so many of the first left out. */
  public RecordQuery withSkip(int other) {
    return new RecordQuery(
        kind, unmodifiedFor, state, account, labels, application, named, limit, after, other);
  }

  /** This query, with another limit. */
  public RecordQuery withLimit(int other) {
    return new RecordQuery(
        kind, unmodifiedFor, state, account, labels, application, named, other, after, skip);
  }

  /** Whether the latest transactions that it asks for include one. */
  public boolean asksFor(Transaction transaction) {
    return state.forAll(asked -> asked == transaction.state())
        && transaction.body().labels().include(labels)
        && account.forAll(transaction.body()::movesMoneyOf);
  }
}
