package io.twophase.test.contract.account;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
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

/** {@link AccountRepository#settle}. */
public abstract class SettlingContract extends HoldRemovalContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected SettlingContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Override
  List<MatchOutcome> remove(List<Leg> legs) {
    return accounts().settle(legs);
  }

  @Test
  void aDebitLeavesTheBalanceAndMakesRoom() {
    assertThat(settle(debitAt(3))).isEqualTo(MATCHED);

    assertThat(read("A"))
        .hasBalance(usd("70"))
        .hasAvailable(usd("80"))
        .canReceive(usd("425"))
        .holds("t2", 3, Direction.CREDIT, usd("5"))
        .isSound();
  }

  @Test
  void aCreditComesIntoTheBalanceAndCanBeSpent() {
    assertThat(settle(creditAt(3))).isEqualTo(MATCHED);

    assertThat(read("A"))
        .hasBalance(usd("105"))
        .hasAvailable(usd("85"))
        .canReceive(usd("395"))
        .holds("t1", 3, Direction.DEBIT, usd("30"))
        .isSound();
    held(leg("t3", 1, debit("A", usd("85"))));
  }

  @Test
  void ofADebitThatIsCapturedInPartTheRestIsAvailableAgain() {
    assertThat(settle(inPart(debitAt(3), 1_000))).isEqualTo(MATCHED);

    assertThat(read("A"))
        .hasBalance(usd("90"))
        .hasAvailable(usd("100"))
        .canReceive(usd("405"))
        .isSound();
  }

  @Test
  void ofACreditThatIsCapturedInPartTheRestCanBeReceivedAgain() {
    assertThat(settle(inPart(creditAt(3), 100))).isEqualTo(MATCHED);

    assertThat(read("A"))
        .hasBalance(usd("101"))
        .hasAvailable(usd("81"))
        .canReceive(usd("399"))
        .isSound();
  }

  @Test
  void capturedInPartAndInFullAreSettledTogether() {
    assertThat(accounts().settle(List.of(inPart(debitAt(3), 1_000), creditAt(3))))
        .containsExactly(MATCHED, MATCHED);

    assertThat(read("A"))
        .hasBalance(usd("95"))
        .hasAvailable(usd("105"))
        .canReceive(usd("405"))
        .holdsNothing()
        .isSound();
  }

  private static Leg inPart(Leg whole, long cents) {
    return new Leg(whole.transaction(), whole.epoch(), whole.operation(), cents);
  }

  @Test
  void askedAgainItMovesNothingMore() {
    settle(debitAt(3));
    Account settled = read("A");

    assertThat(settle(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(settled);
  }

  @Test
  void whatIsReleasedIsNotSettled() {
    release(debitAt(3));

    assertThat(settle(debitAt(3))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).hasBalance(usd("100")).isSound();
  }

  @Test
  void aFrozenAccountSettlesWhatIsDecided() {
    change("A", StatusChange.FREEZE);

    assertThat(settle(debitAt(3))).isEqualTo(MATCHED);
    assertThat(settle(creditAt(3))).isEqualTo(MATCHED);
    assertThat(read("A")).hasBalance(usd("75")).is(AccountStatus.FROZEN).holdsNothing().isSound();
  }

  @Test
  void theBalanceGoesBelowZeroWithinTheOverdraft() {
    settle(debitAt(3));
    held(leg("t3", 1, debit("A", usd("80"))));

    assertThat(settle(leg("t3", 1, debit("A", usd("80"))))).isEqualTo(MATCHED);
    assertThat(read("A")).hasBalance(usd("-10")).hasAvailable(usd("0")).isSound();
  }

  @Test
  void theLargestAmountMoves() {
    open(account("B").opening(cents(Long.MAX_VALUE)), account("C").opening(cents(0)));
    Leg out = leg("t3", 1, debit("B", cents(Long.MAX_VALUE)));
    Leg in = leg("t3", 1, credit("C", cents(Long.MAX_VALUE)));
    held(out, in);

    assertThat(accounts().settle(List.of(out, in))).containsExactly(MATCHED, MATCHED);
    assertThat(read("B")).hasBalance(cents(0)).canReceive(cents(Long.MAX_VALUE)).isSound();
    assertThat(read("C")).hasBalance(cents(Long.MAX_VALUE)).canReceive(cents(0)).isSound();
  }

  @Test
  void eachLegHasItsOwnAnswerInTheOrderAsked() {
    held(leg("t3", 1, debit("A", usd("1"))), leg("t4", 1, credit("A", usd("2"))));

    assertThat(
            accounts()
                .settle(
                    List.of(
                        leg("t3", 1, debit("A", usd("1"))),
                        creditAt(3),
                        leg("t3", 1, debit("A", usd("1"))),
                        leg("t1", 3, debit("nowhere", usd("30"))),
                        debitAt(3),
                        leg("t4", 2, credit("A", usd("2"))))))
        .containsExactly(MATCHED, MATCHED, NOT_MATCHED, NOT_MATCHED, MATCHED, NOT_MATCHED);
    assertThat(read("A"))
        .hasBalance(usd("74"))
        .hasAvailable(usd("84"))
        .holds("t4", 1, Direction.CREDIT, usd("2"))
        .isSound();
  }

  @Test
  void manyOfOneAccountWhereSomeAreFencedOffAreEachAnswered() {
    held(leg("t3", 1, debit("A", usd("1"))), leg("t4", 1, debit("A", usd("1"))));
    List<Leg> legs =
        List.of(leg("t3", 1, debit("A", usd("1"))), debitAt(4), leg("t4", 1, debit("A", usd("1"))));

    assertThat(accounts().settle(legs)).containsExactly(MATCHED, NOT_MATCHED, MATCHED);
    assertThat(accounts().settle(legs)).containsOnly(NOT_MATCHED);
    assertThat(read("A")).hasBalance(usd("98")).isSound();
  }
}
