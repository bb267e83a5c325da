package io.twophase.test.equality;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.UnfinishedQuery;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A call on one of the ports, or on the clock that both stores are told. */
sealed interface Call {

  /** What it does to holds. */
  enum HoldChange {
    STAMP,
    SETTLE,
    RELEASE,
    WITHDRAW
  }

  /** The same call of fewer elements: each of these lacks one; none where there is but one. */
  default Stream<Call> smaller() {
    return Stream.empty();
  }

  /** {@code AccountRepository.open}. */
  record Open(List<Opening> openings) implements Call {
    @Override
    public Stream<Call> smaller() {
      return each(openings).map(Open::new);
    }
  }

  /** {@code AccountRepository.change}. */
  record Change(AccountId id, StatusChange change) implements Call {}

  /** {@code AccountRepository.hold}. */
  record Place(List<Leg> legs) implements Call {
    @Override
    public Stream<Call> smaller() {
      return each(legs).map(Place::new);
    }
  }

  /** {@code AccountRepository.stamp}, {@code settle}, {@code release} or {@code withdraw}. */
  record OnHolds(HoldChange change, List<Leg> legs) implements Call {
    @Override
    public Stream<Call> smaller() {
      return each(legs).map(fewer -> new OnHolds(change, fewer));
    }
  }

  /** {@code AccountRepository.find}. */
  record FindAccounts(List<AccountId> ids) implements Call {}

  /** {@code AccountRepository.findLatest}. */
  record FindLatestAccount(AccountId id) implements Call {}

  /** {@code TransactionRepository.begin}. */
  record Begin(List<NewRecord> records) implements Call {
    @Override
    public Stream<Call> smaller() {
      return each(records).map(Begin::new);
    }
  }

  /** {@code TransactionRepository.advance}. */
  record Advance(List<Transition> transitions) implements Call {
    @Override
    public Stream<Call> smaller() {
      return each(transitions).map(Advance::new);
    }
  }

  /** {@code TransactionRepository.find}. */
  record FindRecords(List<TransactionId> ids) implements Call {}

  /** {@code TransactionRepository.findLatest}. */
  record FindLatestRecord(TransactionId id) implements Call {}

  /** {@code TransactionRepository.latest}. */
  record Latest(TransactionQuery query) implements Call {}

  /** {@code TransactionRepository.unfinished}. */
  record Unfinished(UnfinishedQuery query) implements Call {}

  /** Lets time pass. */
  record Wait(Duration duration) implements Call {}

  private static <T> Stream<List<T>> each(List<T> elements) {
    return elements.size() < 2
        ? Stream.empty()
        : IntStream.range(0, elements.size())
            .mapToObj(
                left ->
                    IntStream.range(0, elements.size())
                        .filter(at -> at != left)
                        .mapToObj(elements::get)
                        .toList());
  }
}
