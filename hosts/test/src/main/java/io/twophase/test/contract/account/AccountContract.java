package io.twophase.test.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;

/** What the suites on accounts have in common: a repository for each test, and words for it. */
public abstract class AccountContract {

  /** The name of a case whose values have characters that a test report may not survive. */
  static final String BY_NUMBER = "[{index}]";

  private final Supplier<AccountRepository> fresh;
  private AccountRepository repository;

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AccountContract(Supplier<AccountRepository> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  void takeAFreshRepository() {
    repository = fresh.get();
  }

  AccountRepository accounts() {
    return repository;
  }

  void open(Opening... openings) {
    assertThat(repository.open(List.of(openings)))
        .allSatisfy(outcome -> assertThat(outcome).isEqualTo(new OpenOutcome.Opened()));
  }

  Account read(String id) {
    return read(new AccountId(id));
  }

  Account read(AccountId id) {
    AccountLookup lookup = only(repository.find(List.of(id)));
    assertThat(lookup).isInstanceOf(AccountLookup.Found.class);
    return ((AccountLookup.Found) lookup).account();
  }

  void change(String id, StatusChange change) {
    assertThat(repository.change(new AccountId(id), change))
        .isInstanceOf(StatusOutcome.Changed.class);
  }

  AccountHoldOutcome hold(Leg leg) {
    return only(repository.hold(List.of(leg)));
  }

  void held(Leg... legs) {
    assertThat(repository.hold(List.of(legs)))
        .hasSize(legs.length)
        .allSatisfy(outcome -> assertThat(outcome).isEqualTo(AccountHoldOutcome.held()));
  }

  MatchOutcome stamp(Leg leg) {
    return only(repository.stamp(List.of(leg)));
  }

  MatchOutcome settle(Leg leg) {
    return only(repository.settle(List.of(leg)));
  }

  MatchOutcome release(Leg leg) {
    return only(repository.release(List.of(leg)));
  }

  MatchOutcome withdraw(Leg leg) {
    return only(repository.withdraw(List.of(leg)));
  }

  static Leg leg(String transaction, long epoch, AccountOperation operation) {
    return new Leg(new TransactionId(transaction), new Epoch(epoch), operation);
  }

  static List<AccountId> ids(String... values) {
    return Arrays.stream(values).map(AccountId::new).toList();
  }

  public static <T> T only(List<T> answers) {
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }
}
