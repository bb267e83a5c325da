package io.twophase.app.statement;

import io.twophase.domain.AccountId;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.statement.Undecided;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statements of accounts, and their balances at a moment. It waits for nobody, writes nothing, and
 * holds nothing; transfers may run meanwhile. Thread-safe.
 *
 * <p><b>Lines.</b> A line is a decided transaction, settled or not, at the time of its decision by
 * the store's clock; of an authorization, what was captured, at its capture. Undecided holds are on
 * no line, and said apart.
 *
 * <p><b>Consistency.</b> If the span ends {@link #MARGIN} or longer before the moment of reading,
 * then one pass over the records sees all of it, and it does not change any more. This relies on
 * the clocks of the store's servers being apart by less, and on a majority that is not behind by
 * more. If it ends later, or not at all, then two passes that see the same show what was decided at
 * one moment between them. If they differ {@link #MOST_LOOKS} times, since the account is in
 * motion, the statement ends {@link #MARGIN} before the moment of reading instead, and its {@code
 * until} says so.
 *
 * <p><b>Retention.</b> If a pass removes finished records and has carried what it removed from the
 * beginning, then a statement begins with the balance that is carried, at the earliest moment at
 * which it is known, and leaves out the lines that are in it, whether their records are still there
 * or not. A pass may run meanwhile. This relies on reads that do not go back: after a failover that
 * shows an older majority for a moment, a line that was just removed may be missing; of an account
 * at rest that is noticed.
 *
 * <p><b>Cost.</b> A pass reads all records of the store, unless it has an index of the accounts;
 * the lines of the account are kept in memory.
 *
 * <p>Each method throws {@link io.twophase.ports.StoreUnavailableException} if the store cannot be
 * reached.
 */
@CheckReturnValue
public final class Statements {

  /** The time before a reading from which decisions may still be missing in a pass. */
  public static final Duration MARGIN = Duration.ofMinutes(1);

  /** The number of passes at most. */
  public static final int MOST_LOOKS = 4;

  private final Store store;
  private final Ticker ticker;

  /** Statements of the accounts of a store. */
  public Statements(Store store, Ticker ticker) {
    this.store = store;
    this.ticker = ticker;
  }

  /** All that was ever decided of an account, but for what is removed and carried. */
  public StatementAnswer of(AccountId account) {
    return of(account, Optional.empty(), Optional.empty());
  }

  /**
   * Returns what was decided of an account from a moment on, and before another.
   *
   * @param from the first moment; if none, all that came before {@code to} and is not carried
   * @param to the end, which is not part of it; if none, the moment of reading
   * @throws IllegalArgumentException if {@code to} is before {@code from}
   */
  public StatementAnswer of(AccountId account, Optional<Instant> from, Optional<Instant> to) {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    if (from.filter(first -> to.filter(first::isAfter).isPresent()).isPresent()) {
      throw new IllegalArgumentException(
          "from " + from.orElseThrow() + " is after to " + to.orElseThrow());
    }
    return find(account)
        .fold(
            before -> read(before.account(), from, to),
            absent -> new StatementAnswer.Absent(account),
            unreadable -> new StatementAnswer.Unreadable(account, unreadable.fault()));
  }

  /** The statement without lines: what the account had just before a moment, as decided. */
  public StatementAnswer at(AccountId account, Instant moment) {
    Optional<Instant> at = Optional.of(Objects.requireNonNull(moment, "moment"));
    return of(account, at, at);
  }

  private AccountLookup find(AccountId account) {
    return AccountLookup.of(
        account, store.holds().find(List.of(new Target.OfAccount(account))).get(0));
  }

  private StatementAnswer read(Account before, Optional<Instant> from, Optional<Instant> to) {
    boolean mayHaveExpired = store.records().keeping().mayHaveExpired();
    Look first = new Look(before.id(), mayHaveExpired);
    Look last = first;
    boolean isWhole =
        !first.isTorn
            && to.filter(
                    end -> first.begunAt.filter(now -> !end.isAfter(now.minus(MARGIN))).isPresent())
                .isPresent();
    for (int looks = 1; !isWhole && looks < MOST_LOOKS; looks++) {
      Look again = new Look(before.id(), mayHaveExpired);
      isWhole = last.agreesWith(again, to);
      last = again;
    }
    Optional<Instant> earliest = last.carried.earliest();
    Optional<Instant> tooEarly =
        from.or(() -> to).filter(asked -> earliest.filter(asked::isBefore).isPresent());
    return tooEarly.isPresent()
        ? new StatementAnswer.TooEarly(before.id(), tooEarly.orElseThrow(), earliest.orElseThrow())
        : statement(before, from, to, isWhole, first, last)
            .fold(
                beyond ->
                    new StatementAnswer.Unreadable(
                        before.id(),
                        "its lines add up to %s minor units, which is beyond int64"
                            .formatted(beyond)),
                StatementAnswer.Found::new);
  }

  private Either<BigInteger, Statement> statement(
      Account before,
      Optional<Instant> from,
      Optional<Instant> to,
      boolean isWhole,
      Look first,
      Look last) {
    Stream<Instant> certain = last.begunAt.map(now -> now.minus(MARGIN)).stream();
    Optional<Instant> until =
        isWhole ? to : Stream.concat(to.stream(), certain).min(Comparator.naturalOrder());
    Account after =
        find(before.id()).fold(AccountLookup.Found::account, absent -> before, fault -> before);
    return Statement.of(
        before.opening(),
        last.carried,
        from.map(start -> until.filter(start::isAfter).orElse(start)),
        until,
        last.postings,
        undecided(after, last.decided),
        certainty(first, last, before, after));
  }

  private static Undecided undecided(Account account, Set<String> decided) {
    Undecided undecided = Undecided.none(account.currency());
    for (Hold hold : ranges(account)) {
      if (!decided.contains(hold.record().value())) {
        undecided = undecided.with(hold.range().debit(), hold.range().credit());
      }
    }
    return undecided;
  }

  private static List<Hold> ranges(Account account) {
    return account.holds().stream().filter(hold -> hold.mode() == HoldMode.ESCROW).toList();
  }

  private Statement.Certainty certainty(Look first, Look last, Account before, Account after) {
    boolean mayBeMissing =
        store.records().keeping().mayHaveExpired() && !store.carried().isComplete();
    if (mayBeMissing || last.isTorn) {
      return Statement.Certainty.RECORDS_MAY_BE_MISSING;
    }
    if (first.unreadable || last.unreadable) {
      return Statement.Certainty.RECORD_UNREADABLE;
    }
    return isAtRest(first, last, before, after) && !addsUp(last, after)
        ? Statement.Certainty.DIFFERS
        : Statement.Certainty.CERTAIN;
  }

  /** Only if nothing happened on the account meanwhile, it is known what it should have. */
  private static boolean isAtRest(Look first, Look last, Account before, Account after) {
    return before.balance().minor() == after.balance().minor()
        && ranges(before).equals(ranges(after))
        && first.agreesWith(last, Optional.empty())
        && first.begunAt.map(first::isOlderThan).orElse(true);
  }

  /**
   * Returns whether the lines add up. The balance has no line yet that is decided and still held.
   */
  private static boolean addsUp(Look look, Account account) {
    BigInteger sum =
        BigInteger.valueOf(account.opening().balance().minor()).add(look.carried.sum());
    for (Posting posting : look.postings) {
      if (!isHeld(posting, account)) {
        sum = sum.add(BigInteger.valueOf(posting.effect().minor()));
      }
    }
    return sum.equals(BigInteger.valueOf(account.balance().minor()));
  }

  private static boolean isHeld(Posting posting, Account account) {
    return ranges(account).stream()
        .anyMatch(hold -> hold.record().value().equals(posting.position().record()));
  }

  /**
   * A pass over the records of an account. It has all that was decided before it began, and perhaps
   * some of what was decided since. The carried balance is read after the records: whatever was
   * removed before the pass came to it is carried by then, and what is not carried by then was
   * there.
   */
  private final class Look {

    /** The balance that is carried of the account. */
    private final CarriedBalance carried;

    /** The lines that the look saw decided and that are not carried. */
    private final List<Posting> postings;

    /**
     * A mark that something that had not ended when it was seen may be carried by now: then it
     * cannot be told what is in the sum. Only if retention waits for less than a look takes.
     */
    private final boolean isTorn;

    /**
     * A moment before the pass began, by the store's clock as far as the records tell; none if
     * there is no record.
     */
    private final Optional<Instant> begunAt;

    private final List<EndedPosting> lines = new ArrayList<>();

    /** The ids of the records that it saw decided, whatever they decide. */
    private final Set<String> decided = new HashSet<>();

    private Optional<Instant> firstRead = Optional.empty();

    /** A mark that something could not be read, which may be of this account. */
    private boolean unreadable;

    /**
     * @throws StoreException if what is carried of the account cannot be read
     */
    Look(AccountId account, boolean mayHaveExpired) {
      Duration started = ticker.elapsed();
      store.records().scan(Optional.of(account), lookup -> see(lookup, account));
      Duration took = ticker.elapsed().minus(started);
      carried =
          mayHaveExpired
              ? store.carried().find(List.of(account)).get(0).getOrElseThrow(StoreException::new)
              : CarriedBalance.none(account);
      lines.removeIf(line -> carried.has(line.ending()));
      postings = lines.stream().map(EndedPosting::posting).toList();
      begunAt = firstRead.map(read -> read.minus(took));
      isTorn =
          lines.stream().anyMatch(line -> line.ending().isEmpty())
              && begunAt.filter(carried::reaches).isPresent();
    }

    private void see(Lookup lookup, AccountId account) {
      unreadable |= lookup.kind() == Lookup.Kind.UNREADABLE;
      lookup
          .record()
          .filter(TransactionRecord::isDecided)
          .ifPresent(record -> decided.add(record.id().value()));
      for (Transaction seen : lookup.transaction().stream().toList()) {
        Instant now = seen.lastModified().plus(lookup.unmodifiedFor());
        firstRead = Optional.of(firstRead.filter(now::isAfter).orElse(now));
      }
      EndedPosting.of(lookup, account).ifPresent(lines::add);
    }

    /** Returns what of it was decided before {@code until}. */
    private Set<Posting> before(Optional<Instant> until) {
      return postings.stream()
          .filter(posting -> until.map(posting.position().decidedAt()::isBefore).orElse(true))
          .collect(Collectors.toSet());
    }

    /** Returns whether all that it saw was decided before {@code moment}. */
    boolean isOlderThan(Instant moment) {
      return postings.stream().allMatch(one -> one.position().decidedAt().isBefore(moment));
    }

    /**
     * Returns whether this and {@code other} saw the same decided before {@code until}, and both
     * whole.
     */
    boolean agreesWith(Look other, Optional<Instant> until) {
      return !isTorn
          && !other.isTorn
          && carried.equals(other.carried)
          && before(until).equals(other.before(until));
    }
  }
}
