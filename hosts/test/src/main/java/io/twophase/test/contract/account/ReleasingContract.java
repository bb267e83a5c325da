package io.twophase.test.contract.account;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link AccountRepository#release} and {@link AccountRepository#withdraw}. */
public abstract class ReleasingContract extends HoldRemovalContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected ReleasingContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Override
  List<MatchOutcome> remove(List<Leg> legs) {
    return accounts().withdraw(legs);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 4, Long.MAX_VALUE})
  void aHoldIsReleasedWhateverItsEpoch(long asked) {
    assertThat(release(debitAt(asked))).isEqualTo(MATCHED);
    assertThat(read("A"))
        .hasBalance(usd("100"))
        .hasAvailable(usd("110"))
        .canReceive(usd("395"))
        .holds("t2", 3, Direction.CREDIT, usd("5"))
        .isSound();

    assertThat(release(creditAt(asked))).isEqualTo(MATCHED);
    assertThat(read("A")).hasBalance(usd("100")).canReceive(usd("400")).holdsNothing().isSound();
  }

  @Test
  void aHoldIsWithdrawnAtItsEpoch() {
    assertThat(withdraw(creditAt(3))).isEqualTo(MATCHED);
    assertThat(read("A"))
        .hasBalance(usd("100"))
        .hasAvailable(usd("80"))
        .canReceive(usd("400"))
        .holds("t1", 3, Direction.DEBIT, usd("30"))
        .isSound();

    assertThat(withdraw(debitAt(3))).isEqualTo(MATCHED);
    assertThat(read("A")).hasBalance(usd("100")).hasAvailable(usd("110")).holdsNothing().isSound();
  }

  @Test
  void askedAgainTheyGiveNothingMore() {
    release(debitAt(3));
    withdraw(creditAt(3));
    Account before = read("A");

    assertThat(release(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(withdraw(creditAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(release(creditAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void whatIsSettledIsNeitherReleasedNorWithdrawn() {
    settle(debitAt(3));

    assertThat(release(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(withdraw(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).hasBalance(usd("70")).isSound();
  }

  @Test
  void whatIsReleasedCanBeHeldAgain() {
    release(debitAt(3));

    held(leg("t1", 1, debit("A", usd("110"))));
    assertThat(read("A")).hasAvailable(usd("0")).isSound();
  }

  @Test
  void aFrozenAccountGivesBackToo() {
    change("A", StatusChange.FREEZE);

    assertThat(release(debitAt(3))).isEqualTo(MATCHED);
    assertThat(withdraw(creditAt(3))).isEqualTo(MATCHED);
    assertThat(read("A")).is(AccountStatus.FROZEN).holdsNothing().isSound();
  }

  @Test
  void whatIsNotHeldIsNotReleased() {
    Account before = read("A");

    assertThat(release(leg("t9", 3, debit("A", usd("30"))))).isEqualTo(NOT_MATCHED);
    assertThat(release(leg("t1", 3, debit("nowhere", usd("30"))))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void eachReleasedLegHasItsOwnAnswerInTheOrderAsked() {
    assertThat(
            accounts()
                .release(
                    List.of(
                        creditAt(9),
                        creditAt(9),
                        leg("t1", 3, debit("nowhere", usd("30"))),
                        debitAt(1))))
        .containsExactly(MATCHED, NOT_MATCHED, NOT_MATCHED, MATCHED);
    assertThat(read("A")).hasAvailable(usd("110")).canReceive(usd("400")).holdsNothing().isSound();
  }

  @Test
  void eachWithdrawnLegHasItsOwnAnswerInTheOrderAsked() {
    held(leg("t3", 1, debit("A", usd("1"))));

    assertThat(
            accounts()
                .withdraw(
                    List.of(
                        leg("t3", 2, debit("A", usd("1"))), creditAt(3), debitAt(3), debitAt(3))))
        .containsExactly(NOT_MATCHED, MATCHED, MATCHED, NOT_MATCHED);
    assertThat(read("A"))
        .hasAvailable(usd("109"))
        .canReceive(usd("400"))
        .holds("t3", 1, Direction.DEBIT, usd("1"))
        .isSound();
  }

  @Test
  void whereNothingIsReleasedNothingIsAnswered() {
    assertThat(accounts().release(List.of())).isEmpty();
  }
}
