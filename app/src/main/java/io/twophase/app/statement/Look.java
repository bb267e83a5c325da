package io.twophase.app.statement;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One pass over the records of an account. It has all that was decided before it began, and perhaps
 * some of what was decided since. What is carried is read after the records: whatever was removed
 * before the pass came to it is carried by then, and what is not carried by then was there.
 *
 * @param carried what is carried of the account
 * @param postings what it saw decided that is not carried
 * @param isTorn whether something that had not ended when it was seen may be carried by now: then
 *     it cannot be told what is in the sum. Only if retention waits for less than a look takes
 * @param begunAt a moment before the pass began, by the store's clock as far as the records tell;
 *     none if there is no record
 * @param unreadable whether something could not be read, which may be of this account
 */
record Look(
    CarriedBalance carried,
    List<Posting> postings,
    boolean isTorn,
    Optional<Instant> begunAt,
    boolean unreadable) {

  /**
   * @param carriedNow reads what is carried of the account
   * @throws StoreException if that cannot be read
   */
  static Look at(
      AccountId account,
      Records records,
      Supplier<Either<String, CarriedBalance>> carriedNow,
      Ticker ticker) {
    Pass pass = new Pass(account);
    Duration started = ticker.elapsed();
    records.scan(Optional.of(account), pass::see);
    Duration took = ticker.elapsed().minus(started);
    CarriedBalance carried = carriedNow.get().getOrElseThrow(StoreException::new);
    List<EndedPosting> lines =
        pass.lines.stream().filter(line -> !carried.has(line.ending())).toList();
    Optional<Instant> begunAt = pass.firstRead.map(read -> read.minus(took));
    return new Look(
        carried,
        lines.stream().map(EndedPosting::posting).toList(),
        lines.stream().anyMatch(line -> line.ending().isEmpty())
            && begunAt.filter(carried::reaches).isPresent(),
        begunAt,
        pass.unreadable);
  }

  private static final class Pass {

    private final AccountId account;
    private final List<EndedPosting> lines = new ArrayList<>();
    private Optional<Instant> firstRead = Optional.empty();
    private boolean unreadable;

    Pass(AccountId account) {
      this.account = account;
    }

    void see(Lookup lookup) {
      unreadable |= lookup.kind() == Lookup.Kind.UNREADABLE;
      for (Transaction seen : lookup.transaction().stream().toList()) {
        Instant now = seen.lastModified().plus(lookup.unmodifiedFor());
        firstRead = Optional.of(firstRead.filter(now::isAfter).orElse(now));
      }
      EndedPosting.of(lookup, account).ifPresent(lines::add);
    }
  }

  /** The ids of the records that it saw decided. */
  Set<String> deciders() {
    Set<String> ids = new HashSet<>();
    postings.forEach(posting -> ids.add(posting.position().record()));
    return ids;
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
