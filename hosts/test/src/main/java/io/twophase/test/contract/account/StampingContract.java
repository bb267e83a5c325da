package io.twophase.test.contract.account;

import static io.twophase.domain.operation.Direction.CREDIT;
import static io.twophase.domain.operation.Direction.DEBIT;
import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link AccountRepository#stamp}. */
public abstract class StampingContract extends AccountContract {

  private static final Debit DEBIT_OF_30 = debit("A", usd("30"));
  private static final Credit CREDIT_OF_5 = credit("A", usd("5"));

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected StampingContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @BeforeEach
  void openWithADebitAndACreditHeldAtEpoch3() {
    open(account("A").opening(usd("100")));
    held(leg("t1", 3, DEBIT_OF_30), leg("t2", 3, CREDIT_OF_5));
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 1_000, Long.MAX_VALUE})
  void anOlderHoldIsRaised(long newer) {
    assertThat(stamp(leg("t1", newer, DEBIT_OF_30))).isEqualTo(MATCHED);

    assertThat(read("A"))
        .holds("t1", newer, DEBIT, usd("30"))
        .holds("t2", 3, CREDIT, usd("5"))
        .hasBalance(usd("100"))
        .hasAvailable(usd("70"))
        .isSound();
  }

  @Test
  void aCreditIsRaisedAsWell() {
    assertThat(stamp(leg("t2", 4, CREDIT_OF_5))).isEqualTo(MATCHED);

    assertThat(read("A")).holds("t2", 4, CREDIT, usd("5")).holds("t1", 3, DEBIT, usd("30"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aHoldOfTheSameOrANewerEpochIsLeft(long notNewer) {
    Account before = read("A");

    assertThat(stamp(leg("t1", notNewer, DEBIT_OF_30))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void askedAgainItChangesNothingMore() {
    assertThat(stamp(leg("t1", 4, DEBIT_OF_30))).isEqualTo(MATCHED);
    assertThat(stamp(leg("t1", 4, DEBIT_OF_30))).isEqualTo(NOT_MATCHED);

    assertThat(read("A")).holds("t1", 4, DEBIT, usd("30")).isSound();
  }

  @Test
  void whatIsNotHeldIsNotStamped() {
    Account before = read("A");

    assertThat(stamp(leg("t9", 4, DEBIT_OF_30))).isEqualTo(NOT_MATCHED);
    assertThat(stamp(leg("t1", 4, debit("nowhere", usd("30"))))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void aFrozenAccountIsStamped() {
    change("A", StatusChange.FREEZE);

    assertThat(stamp(leg("t1", 4, DEBIT_OF_30))).isEqualTo(MATCHED);
  }

  @Test
  void onlyTheTransactionsOwnHoldIsRaised() {
    stamp(leg("t1", 9, DEBIT_OF_30));

    assertThat(stamp(leg("t2", 4, CREDIT_OF_5))).isEqualTo(MATCHED);
    assertThat(read("A")).holds("t1", 9, DEBIT, usd("30")).holds("t2", 4, CREDIT, usd("5"));
  }

  @Test
  void eachLegHasItsOwnAnswerAndTakesEffectInTheOrderAsked() {
    assertThat(
            accounts()
                .stamp(
                    List.of(
                        leg("t9", 4, DEBIT_OF_30),
                        leg("t1", 6, DEBIT_OF_30),
                        leg("t1", 5, DEBIT_OF_30),
                        leg("t2", 3, CREDIT_OF_5),
                        leg("t2", 4, CREDIT_OF_5))))
        .containsExactly(NOT_MATCHED, MATCHED, NOT_MATCHED, NOT_MATCHED, MATCHED);
    assertThat(read("A")).holds("t1", 6, DEBIT, usd("30")).holds("t2", 4, CREDIT, usd("5"));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(accounts().stamp(List.of())).isEmpty();
  }
}
