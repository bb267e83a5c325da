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

  /** What {@code cases} says of this call. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of call.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** {@code AccountRepository.open}. */
    T open(Open call);

    /** {@code AccountRepository.change}. */
    T change(Change call);

    /** {@code AccountRepository.hold}. */
    T place(Place call);

    /** {@code AccountRepository.stamp}, {@code settle}, {@code release} or {@code withdraw}. */
    T onHolds(OnHolds call);

    /** {@code AccountRepository.find}. */
    T findAccounts(FindAccounts call);

    /** {@code AccountRepository.findLatest}. */
    T findLatestAccount(FindLatestAccount call);

    /** {@code TransactionRepository.begin}. */
    T begin(Begin call);

    /** {@code TransactionRepository.advance}. */
    T advance(Advance call);

    /** {@code TransactionRepository.find}. */
    T findRecords(FindRecords call);

    /** {@code TransactionRepository.findLatest}. */
    T findLatestRecord(FindLatestRecord call);

    /** {@code TransactionRepository.latest}. */
    T latest(Latest call);

    /** {@code TransactionRepository.unfinished}. */
    T unfinished(Unfinished call);

    /** Lets time pass. */
    T pause(Wait call);
  }

  /** Its name where answers are counted. */
  String name();

  /** The name of one of its elements where answers are counted. */
  default String name(int at) {
    return name();
  }

  /** The same call of fewer elements: each of these lacks one; none where there is but one. */
  default Stream<Call> smaller() {
    return Stream.empty();
  }

  /** {@code AccountRepository.open}. */
  record Open(List<Opening> openings) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.open(this);
    }

    @Override
    public String name() {
      return "Open";
    }

    @Override
    public Stream<Call> smaller() {
      return Shrinking.withoutOne(openings).map(Open::new);
    }
  }

  /** {@code AccountRepository.change}. */
  record Change(AccountId id, StatusChange change) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.change(this);
    }

    @Override
    public String name() {
      return change.name();
    }
  }

  /** {@code AccountRepository.hold}. */
  record Place(List<Leg> legs) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.place(this);
    }

    @Override
    public String name() {
      return "Place";
    }

    @Override
    public Stream<Call> smaller() {
      return Shrinking.withoutOne(legs).map(Place::new);
    }
  }

  /** {@code AccountRepository.stamp}, {@code settle}, {@code release} or {@code withdraw}. */
  record OnHolds(HoldChange change, List<Leg> legs) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.onHolds(this);
    }

    @Override
    public String name() {
      return change.name();
    }

    @Override
    public Stream<Call> smaller() {
      return Shrinking.withoutOne(legs).map(fewer -> new OnHolds(change, fewer));
    }
  }

  /** {@code AccountRepository.find}. */
  record FindAccounts(List<AccountId> ids) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.findAccounts(this);
    }

    @Override
    public String name() {
      return "FindAccounts";
    }
  }

  /** {@code AccountRepository.findLatest}. */
  record FindLatestAccount(AccountId id) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.findLatestAccount(this);
    }

    @Override
    public String name() {
      return "FindLatestAccount";
    }
  }

  /** {@code TransactionRepository.begin}. */
  record Begin(List<NewRecord> records) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.begin(this);
    }

    @Override
    public String name() {
      return "Begin";
    }

    @Override
    public Stream<Call> smaller() {
      return Shrinking.withoutOne(records).map(Begin::new);
    }
  }

  /** {@code TransactionRepository.advance}. */
  record Advance(List<Transition> transitions) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.advance(this);
    }

    @Override
    public String name() {
      return "Advance";
    }

    @Override
    public String name(int at) {
      return transitions.get(at).fold(new TransitionNames());
    }

    @Override
    public Stream<Call> smaller() {
      return Shrinking.withoutOne(transitions).map(Advance::new);
    }
  }

  /** {@code TransactionRepository.find}. */
  record FindRecords(List<TransactionId> ids) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.findRecords(this);
    }

    @Override
    public String name() {
      return "FindRecords";
    }
  }

  /** {@code TransactionRepository.findLatest}. */
  record FindLatestRecord(TransactionId id) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.findLatestRecord(this);
    }

    @Override
    public String name() {
      return "FindLatestRecord";
    }
  }

  /** {@code TransactionRepository.latest}. */
  record Latest(TransactionQuery query) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.latest(this);
    }

    @Override
    public String name() {
      return "Latest";
    }
  }

  /** {@code TransactionRepository.unfinished}. */
  record Unfinished(UnfinishedQuery query) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unfinished(this);
    }

    @Override
    public String name() {
      return "Unfinished";
    }
  }

  /** Lets time pass. */
  record Wait(Duration duration) implements Call {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.pause(this);
    }

    @Override
    public String name() {
      return "Wait";
    }
  }
}
