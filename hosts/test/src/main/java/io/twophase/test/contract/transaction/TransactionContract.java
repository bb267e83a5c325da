package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountContract;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;

/** What the suites on records have in common: a repository for each test, and words for it. */
public abstract class TransactionContract {

  /** The name of a case whose values have characters that a test report may not survive. */
  static final String BY_NUMBER = "[{index}]";

  private final Supplier<TransactionRepository> fresh;
  private TransactionRepository repository;

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected TransactionContract(Supplier<TransactionRepository> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  void takeAFreshRepository() {
    repository = new ClosedByMajority(fresh.get());
  }

  TransactionRepository transactions() {
    return repository;
  }

  void begin(NewRecord... records) {
    assertThat(repository.begin(List.of(records)))
        .hasSize(records.length)
        .containsOnly(BeginOutcome.BEGUN);
  }

  void advance(Transition... transitions) {
    for (Transition transition : transitions) {
      assertThat(moved(transition)).isEqualTo(MatchOutcome.MATCHED);
    }
  }

  MatchOutcome moved(Transition transition) {
    return AccountContract.only(repository.advance(List.of(transition)));
  }

  Transaction read(String id) {
    return read(new TransactionId(id));
  }

  Transaction read(TransactionId id) {
    return recordOf(AccountContract.only(repository.find(List.of(id))));
  }

  List<Transaction> readAll(List<TransactionId> ids) {
    return repository.find(ids).stream().map(TransactionContract::recordOf).toList();
  }

  /**
   * Stores {@code body}, and moves it to {@code state} by the shortest way. What is to be
   * authorized is asked for as an authorization.
   */
  void store(NewTransaction body, State state) {
    storeAll(List.of(body), state);
  }

  /** Stores {@code bodies}, and moves them to {@code state} by the shortest way. */
  void storeAll(List<NewTransaction> bodies, State state) {
    begin(
        bodies.stream()
            .map(
                body ->
                    state == State.AUTHORIZED ? AuthorizationContract.authorization(body) : body)
            .map(body -> state == State.INITIAL ? submitted(body) : begun(body))
            .toArray(NewRecord[]::new));
    if (state == State.AUTHORIZED) {
      advanceAll(bodies, id -> new AuthorizationTransition.Authorize(id, Epoch.FIRST));
    }
    if (state == State.APPLIED || state == State.DONE) {
      advanceAll(bodies, id -> new Transition.Decide(id, Epoch.FIRST));
    }
    if (state == State.DONE) {
      advanceAll(bodies, Transition.Finish::new);
    }
    if (state == State.CANCELING || state == State.CANCELED) {
      advanceAll(
          bodies,
          id -> new Transition.BeginCancel(id, Epoch.FIRST, ON_REQUEST, token("canceller")));
    }
    if (state == State.CANCELED) {
      advanceAll(bodies, Transition.FinishCancel::new);
    }
  }

  private void advanceAll(
      List<NewTransaction> bodies, Function<TransactionId, Transition> transition) {
    assertThat(
            repository.advance(bodies.stream().map(body -> transition.apply(body.id())).toList()))
        .containsOnly(MatchOutcome.MATCHED);
  }

  static Transaction recordOf(TransactionLookup lookup) {
    assertThat(lookup).isInstanceOf(TransactionLookup.Found.class);
    return ((TransactionLookup.Found) lookup).record();
  }

  /** A transfer that nothing is known of but its id. */
  static NewTransaction body(String id) {
    return transfer(id, "A", "B", usd("1"));
  }

  static NewRecord submitted(NewTransaction body) {
    return new NewRecord.Submitted(body);
  }

  static NewRecord begun(NewTransaction body) {
    return new NewRecord.Begun(body, APP, token("owner"));
  }

  static List<TransactionId> ids(String... values) {
    return Arrays.stream(values).map(TransactionId::new).toList();
  }

  /** The record with its times made alike: what the store's clock said is nobody's to foretell. */
  static Transaction withoutTimes(Transaction record) {
    return record.withTimes(
        Instant.EPOCH, Instant.EPOCH, record.timeline().map(at -> Instant.EPOCH));
  }
}
