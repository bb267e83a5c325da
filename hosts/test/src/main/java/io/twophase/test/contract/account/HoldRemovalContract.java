package io.twophase.test.contract.account;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link AccountRepository#settle} and {@link AccountRepository#withdraw} have in common: each
 * removes a hold only if it has the epoch of the leg.
 */
public abstract class HoldRemovalContract extends AccountContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected HoldRemovalContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  /** The call that is tested: settle or withdraw. */
  abstract List<MatchOutcome> remove(List<Leg> legs);

  private MatchOutcome remove(Leg leg) {
    return only(remove(List.of(leg)));
  }

  @BeforeEach
  void openWithADebitAndACreditHeldAtEpoch3() {
    open(account("A").overdraft(usd("10")).ceiling(usd("500")).opening(usd("100")));
    held(debitAt(3), creditAt(3));
  }

  static Leg debitAt(long epoch) {
    return leg("t1", epoch, debit("A", usd("30")));
  }

  static Leg creditAt(long epoch) {
    return leg("t2", epoch, credit("A", usd("5")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 4, Long.MAX_VALUE})
  void whatIsHeldAtAnotherEpochIsFencedOff(long other) {
    Account before = read("A");

    assertThat(remove(debitAt(other))).isEqualTo(NOT_MATCHED);
    assertThat(remove(creditAt(other))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void aStampedHoldIsRemovedAtItsNewEpochOnly() {
    stamp(debitAt(4));

    assertThat(remove(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(remove(debitAt(4))).isEqualTo(MATCHED);
  }

  @Test
  void anotherHoldOfTheRightEpochDoesNotStandInForOneOfTheWrong() {
    held(leg("t3", 4, debit("A", usd("1"))));
    Account before = read("A");

    assertThat(remove(debitAt(4))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void whatIsNotHeldIsNotRemoved() {
    Account before = read("A");

    assertThat(remove(leg("t9", 3, debit("A", usd("30"))))).isEqualTo(NOT_MATCHED);
    assertThat(remove(leg("t1", 3, debit("nowhere", usd("30"))))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(remove(List.of())).isEmpty();
  }
}
