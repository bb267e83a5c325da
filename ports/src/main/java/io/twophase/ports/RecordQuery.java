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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A choice of the records, or members, to list. To page, ask next for those {@link #after} the last
 * one that was shown, and {@link #skip} what was shown behind it and cannot be read. Records that
 * change between two pages then hide no other: one that changes comes last, and one that is begun
 * meanwhile comes before the first page of the latest.
 *
 * @param kind what is listed, and in which order
 * @param unmodifiedFor only records that have not changed, have ended, or have expired, so long ago
 *     by the store's clock; none if that does not matter
 * @param state of the latest, only those in this state
 * @param account of the latest, only those that touch this account
 * @param labels of the latest, only those of which all of this is said
 * @param createdSince of the latest, only those that were begun then or later
 * @param application of the unfinished, only those whose last owner was this application
 * @param named of the naming, the record
 * @param limit at most so many, 1 to {@link #MAX_LIMIT}; of the naming there is no limit
 * @param after only those that come after this place; the naming has no pages
 * @param skip how many of the first to leave out, zero or more
 */
public record RecordQuery(
    Kind kind,
    Optional<Duration> unmodifiedFor,
    Optional<State> state,
    Optional<AccountId> account,
    Labels labels,
    Optional<Instant> createdSince,
    Optional<ApplicationName> application,
    Optional<TransactionRecord> named,
    int limit,
    Optional<Place> after,
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
     * Records that are authorized, those first that expire first, then by id. One that has expired
     * can still be captured until somebody voids it.
     */
    AUTHORIZED,
    /** Records that are done or canceled, those first that ended first, then by id. */
    ENDED,
    /**
     * Ended records that say that members whom they left out may still name them, those first that
     * have not changed for longest, then by id.
     */
    LEAVING_OUT,
    /**
     * The members' documents that name a record of several, by id. For a tombstone, which lists no
     * member, the store may look at every document.
     */
    NAMING
  }

  /**
   * A place in the order of a listing.
   *
   * @param at the time by which what is before it is listed, by the store's clock, in whole
   *     milliseconds: when a transaction was begun, or when a record last changed, ended or expires
   * @param id of what is before it; none if the place is before all of that time
   */
  public record Place(Instant at, Optional<RecordId> id) {

    /** Neither may be missing. */
    public Place {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(id, "id");
    }

    private static Place of(Instant at, RecordId id) {
      return new Place(at, Optional.of(id));
    }

    /** Returns whether something comes after the place, where the earliest comes first. */
    public boolean isBefore(Instant time, RecordId other) {
      return time.isAfter(at) || (time.equals(at) && isBefore(other));
    }

    /** Returns whether something comes after the place, where the latest comes first. */
    public boolean isBeforeEarlier(Instant time, RecordId other) {
      return time.isBefore(at) || (time.equals(at) && isBefore(other));
    }

    private boolean isBefore(RecordId other) {
      return id.map(last -> other.compareTo(last) > 0).orElse(true);
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
    Objects.requireNonNull(createdSince, "createdSince");
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(named, "named");
    Objects.requireNonNull(after, "after");
    if (limit < 1
        || limit > MAX_LIMIT
        || skip < 0
        || unmodifiedFor.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException(
          "unmodified for %s, limit %s, skip %s: out of range"
              .formatted(unmodifiedFor.orElse(Duration.ZERO), limit, skip));
    }
  }

  /** The newest transactions. */
  public static RecordQuery latest(
      Optional<State> state, Optional<AccountId> account, Labels labels, int limit) {
    return new Draft(Kind.LATEST, limit)
        .with(
            draft -> {
              draft.state = state;
              draft.account = account;
              draft.labels = labels;
            });
  }

  /** Records that nobody has finished. */
  public static RecordQuery unfinished(Duration unmodifiedFor, int limit) {
    return of(Kind.UNFINISHED, unmodifiedFor, limit);
  }

  /** Authorizations that wait for their captures, whether they have expired or not. */
  public static RecordQuery authorized(int limit) {
    return of(Kind.AUTHORIZED, Duration.ZERO, limit);
  }

  /** Authorizations that have expired by the store's clock. */
  public static RecordQuery overdue(int limit) {
    return new Draft(Kind.AUTHORIZED, limit)
        .with(draft -> draft.unmodifiedFor = Optional.of(Duration.ZERO));
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
    Objects.requireNonNull(record, "record");
    return new Draft(Kind.NAMING, MAX_LIMIT).with(draft -> draft.named = Optional.of(record));
  }

  /** The store's clock may be an estimate that is late: where any age will do, it is not asked. */
  private static RecordQuery of(Kind kind, Duration since, int limit) {
    Objects.requireNonNull(since, "since");
    return new Draft(kind, limit)
        .with(draft -> draft.unmodifiedFor = Optional.of(since).filter(age -> !age.isZero()));
  }

  /** This query, of records whose last owner was {@code owner}. */
  public RecordQuery ownedBy(ApplicationName owner) {
    Objects.requireNonNull(owner, "owner");
    return with(draft -> draft.application = Optional.of(owner));
  }

  /** This query, of transactions that were begun then or later. */
  public RecordQuery createdSince(Instant earliest) {
    Objects.requireNonNull(earliest, "earliest");
    return with(draft -> draft.createdSince = Optional.of(earliest));
  }

  /** This query, of transactions that were begun then or earlier; from the first page on. */
  public RecordQuery createdUntil(Instant latest) {
    return after(new Place(latest, Optional.empty()));
  }

  /** This query, whatever state a transaction is in. */
  public RecordQuery inAnyState() {
    return with(draft -> draft.state = Optional.empty());
  }

  /** This query, of what comes after a place; none is skipped. */
  public RecordQuery after(Place place) {
    Objects.requireNonNull(place, "place");
    return with(
        draft -> {
          draft.after = Optional.of(place);
          draft.skip = 0;
        });
  }

  /**
   * This query, of the records that come after {@code shown} as it was shown; none is skipped.
   *
   * @throws IllegalArgumentException if the query does not list it
   */
  public RecordQuery after(TransactionRecord shown) {
    Objects.requireNonNull(shown, "shown");
    return kind == Kind.LATEST
        ? after(shown.alone().orElseThrow(() -> unlisted(shown.id())))
        : after(time(shown), shown.id());
  }

  /**
   * This query, of the transactions that come after {@code shown} as it was shown; none is skipped.
   * It is for the latest and the authorized.
   *
   * @throws IllegalArgumentException if the query does not list it
   */
  public RecordQuery after(Transaction shown) {
    RecordId id = RecordId.of(Objects.requireNonNull(shown, "shown").id());
    Optional<Instant> expiry = kind == Kind.AUTHORIZED ? shown.expiresAt() : Optional.empty();
    return after(kind == Kind.LATEST ? Optional.of(shown.createdAt()) : expiry, id);
  }

  private RecordQuery after(Optional<Instant> time, RecordId id) {
    return after(Place.of(time.orElseThrow(() -> unlisted(id)), id));
  }

  private IllegalArgumentException unlisted(RecordId id) {
    return new IllegalArgumentException(id + " is not among the " + kind);
  }

  /** The time by which the query orders a record; none if it does not list it, or by no time. */
  public Optional<Instant> time(TransactionRecord record) {
    State state = record.state();
    return switch (kind) {
      case UNFINISHED ->
          Optional.of(record.lastModified())
              .filter(at -> !state.isFinal() && state != State.AUTHORIZED);
      case AUTHORIZED ->
          record.alone().filter(one -> state == State.AUTHORIZED).flatMap(Transaction::expiresAt);
      case ENDED -> record.endedAt();
      case LEAVING_OUT ->
          Optional.of(record.lastModified()).filter(at -> state.isFinal() && record.leavesOut());
      case LATEST, NAMING -> Optional.empty();
    };
  }

  /**
   * This query, of what comes after a page that it had: after the page's last record, without what
   * the page showed behind that record and cannot be read.
   */
  public RecordQuery after(List<Lookup> page) {
    RecordQuery next = this;
    for (Lookup lookup : Given.list(page, "page")) {
      Optional<RecordQuery> behind =
          kind == Kind.LATEST
              ? lookup.transaction().map(this::after)
              : lookup.record().map(this::after);
      next = behind.orElse(next.withSkip(next.skip() + 1));
    }
    return next;
  }

  /**
   * Lists page after page of {@code records}, until a page is the last or {@code goesOn} says that
   * it has enough.
   *
   * @param goesOn receives each page
   * @return whether the last page was among them
   */
  public boolean pages(Records records, Predicate<List<Lookup>> goesOn) {
    RecordQuery next = this;
    while (true) {
      List<Lookup> page = records.list(next);
      boolean isEnough = !goesOn.test(page);
      if (page.size() < limit || isEnough) {
        return page.size() < limit;
      }
      next = next.after(page);
    }
  }

  /** This query, with so many of the first left out. */
  public RecordQuery withSkip(int other) {
    return with(draft -> draft.skip = other);
  }

  /** This query, with another limit. */
  public RecordQuery withLimit(int other) {
    return with(draft -> draft.limit = other);
  }

  /** Returns whether the latest transactions that it asks for include one. */
  public boolean asksFor(Transaction transaction) {
    Instant begun = transaction.createdAt();
    return state.map(asked -> asked == transaction.state()).orElse(true)
        && transaction.body().labels().include(labels)
        && account.map(transaction.body()::movesMoneyOf).orElse(true)
        && createdSince.map(earliest -> !begun.isBefore(earliest)).orElse(true)
        && after
            .map(place -> place.isBeforeEarlier(begun, RecordId.of(transaction.id())))
            .orElse(true);
  }

  /**
   * For adapters: a limit that no read may ask for.
   *
   * @throws IllegalArgumentException if it is below 1 or above {@link #MAX_LIMIT}
   */
  public static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit " + limit + ": 1 to " + MAX_LIMIT);
    }
  }

  private RecordQuery with(Consumer<Draft> change) {
    return new Draft(this).with(change);
  }

  /** A query of which one thing or another is changed. */
  private static final class Draft {

    private final Kind kind;
    private Optional<Duration> unmodifiedFor = Optional.empty();
    private Optional<State> state = Optional.empty();
    private Optional<AccountId> account = Optional.empty();
    private Labels labels = Labels.NONE;
    private Optional<Instant> createdSince = Optional.empty();
    private Optional<ApplicationName> application = Optional.empty();
    private Optional<TransactionRecord> named = Optional.empty();
    private int limit;
    private Optional<Place> after = Optional.empty();
    private int skip;

    Draft(Kind kind, int limit) {
      this.kind = kind;
      this.limit = limit;
    }

    Draft(RecordQuery from) {
      this(from.kind, from.limit);
      unmodifiedFor = from.unmodifiedFor;
      state = from.state;
      account = from.account;
      labels = from.labels;
      createdSince = from.createdSince;
      application = from.application;
      named = from.named;
      after = from.after;
      skip = from.skip;
    }

    RecordQuery with(Consumer<Draft> change) {
      change.accept(this);
      return new RecordQuery(
          kind,
          unmodifiedFor,
          state,
          account,
          labels,
          createdSince,
          application,
          named,
          limit,
          after,
          skip);
    }
  }
}
