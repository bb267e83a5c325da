package io.twophase.app.statement;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Posting;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One pass over the records of an account. It has all that was decided before it began, and perhaps
 * some of what was decided since. What is carried is read after the records: whatever was removed
 * before the pass came to it is carried by then, and what is not carried by then was there.
 *
 * @param carried what is carried of the account
 * @param postings what it saw decided that is not carried
 * @param isTorn whether something that had not ended when it was seen may be carried by now: then
 *     it cannot be told what is in the sum. Only where retention waits for less than a look takes
 * @param begunAt a moment before the pass began, by the store's clock as far as the records tell;
 *     none if there is no record
 * @param unreadable whether something could not be read, which may be of this account
 */
record Look(
    CarriedBalance carried,
    List<Posting> postings,
    boolean isTorn,
    Option<Instant> begunAt,
    boolean unreadable) {

  private static final int BATCHES_AT_ONCE = 500;

  static Look at(
      AccountId account,
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      Option<CarriedBalanceRepository> carriedBalances,
      Ticker ticker) {
    Pass pass = new Pass();
    Duration started = ticker.elapsed();
    transactions.scan(account, pass::see);
    Duration took = ticker.elapsed().minus(started);
    Map<BatchId, BatchRecord> deciders = deciders(pass.found, batches);
    CarriedBalance carried =
        carriedBalances
            .map(there -> there.find(List.of(account)).get(0).getOrElseThrow(StoreException::new))
            .getOrElse(() -> CarriedBalance.none(account));
    List<EndedPosting> lines = new ArrayList<>();
    for (TransactionLookup.Found found : pass.found) {
      Option<BatchRecord> decider = found.batch().flatMap(id -> Option.of(deciders.get(id)));
      EndedPosting.of(found, decider, account)
          .filter(line -> !carried.has(line.ending()))
          .forEach(lines::add);
    }
    Option<Instant> begunAt = pass.firstRead.map(read -> read.minus(took));
    return new Look(
        carried,
        lines.stream().map(EndedPosting::posting).toList(),
        lines.stream().anyMatch(line -> line.ending().isEmpty())
            && begunAt.exists(carried::reaches),
        begunAt,
        pass.unreadable);
  }

  private static Map<BatchId, BatchRecord> deciders(
      List<TransactionLookup.Found> found, Option<BatchRepository> batches) {
    List<BatchId> ids =
        found.stream().flatMap(one -> one.batch().toJavaStream()).distinct().toList();
    Map<BatchId, BatchRecord> deciders = new HashMap<>();
    for (BatchRepository records : batches) {
      for (int from = 0; from < ids.size(); from += BATCHES_AT_ONCE) {
        records
            .find(ids.subList(from, Math.min(from + BATCHES_AT_ONCE, ids.size())))
            .forEach(lookup -> lookup.read().forEach(record -> deciders.put(record.id(), record)));
      }
    }
    return deciders;
  }

  private static final class Pass {

    private final List<TransactionLookup.Found> found = new ArrayList<>();
    private Option<Instant> firstRead = Option.none();
    private boolean unreadable;

    void see(TransactionLookup lookup) {
      Option<TransactionLookup.Found> seen =
          lookup.fold(
              Option::some,
              absent -> Option.none(),
              fault -> Option.none(),
              removed -> Option.none());
      unreadable |= lookup instanceof TransactionLookup.Unreadable;
      seen.forEach(
          one -> {
            found.add(one);
            Instant now = one.record().lastModified().plus(one.unmodifiedFor());
            firstRead = Option.some(firstRead.filter(now::isAfter).getOrElse(now));
          });
    }
  }

  /** The ids of the records, of transactions or of batches, that it saw decided. */
  Set<String> deciders() {
    Set<String> ids = new HashSet<>();
    postings.forEach(posting -> ids.add(posting.position().record()));
    return ids;
  }

  /** What of it was decided before {@code until}. */
  private Set<Posting> before(Option<Instant> until) {
    return postings.stream()
        .filter(posting -> until.forAll(posting.position().decidedAt()::isBefore))
        .collect(Collectors.toSet());
  }

  /** Whether all that it saw was decided before {@code moment}. */
  boolean isOlderThan(Instant moment) {
    return postings.stream().allMatch(one -> one.position().decidedAt().isBefore(moment));
  }

  /** Whether this and {@code other} saw the same decided before {@code until}, and both whole. */
  boolean agreesWith(Look other, Option<Instant> until) {
    return !isTorn
        && !other.isTorn
        && carried.equals(other.carried)
        && before(until).equals(other.before(until));
  }
}
