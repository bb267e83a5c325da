package io.twophase.test.contract.account;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountHoldOutcome.AlreadyHeld;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A hold that is there under a leg's transaction, and at its epoch, but is for another operation:
 * what an earlier transaction of the same id has left. It is shown as what it is, and nothing that
 * is asked for the leg touches it.
 */
public abstract class ForeignHoldContract extends AccountContract {

  private static final AccountOperation HELD = debit("A", usd("1"));
  private static final AccountHoldOutcome THERE = new AlreadyHeld(epoch(2), HELD);
  private static final Leg ORPHAN = leg("t1", 2, HELD);

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected ForeignHoldContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @BeforeEach
  void leaveAnOrphan() {
    open(account("A").opening(usd("1000")), account("B").opening(usd("1000")));
    held(ORPHAN);
  }

  static Stream<AccountOperation> others() {
    return Stream.of(debit("A", usd("500")), debit("A", usd("0.99")), credit("A", usd("1")));
  }

  @ParameterizedTest
  @MethodSource("others")
  void isNeverTakenForTheHoldOfAnotherOperation(AccountOperation asked) {
    Account before = read("A");

    for (long at = 1; at <= 3; at++) {
      assertThat(hold(leg("t1", at, asked))).isEqualTo(THERE);
      assertThat(stamp(leg("t1", at, asked))).isEqualTo(NOT_MATCHED);
      assertThat(settle(leg("t1", at, asked))).isEqualTo(NOT_MATCHED);
      assertThat(release(leg("t1", at, asked))).isEqualTo(NOT_MATCHED);
      assertThat(withdraw(leg("t1", at, asked))).isEqualTo(NOT_MATCHED);
    }
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void isNotStampedAsAnEqualAmountOfAnotherCurrency() {
    Account before = read("A");

    assertThat(hold(leg("t1", 3, debit("A", eur("1"))))).isEqualTo(THERE);
    assertThat(stamp(leg("t1", 3, debit("A", eur("1"))))).isEqualTo(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void isToldBesideHoldsThatArePlaced() {
    List<AccountHoldOutcome> outcomes =
        accounts()
            .hold(
                List.of(
                    leg("t2", 2, debit("A", usd("5"))),
                    leg("t1", 2, debit("A", usd("500"))),
                    leg("t1", 2, credit("B", usd("500")))));

    assertThat(outcomes)
        .containsExactly(AccountHoldOutcome.held(), THERE, AccountHoldOutcome.held());
  }

  @Test
  void staysWhereOtherHoldsOfTheCallAreSettled() {
    Leg own = leg("t1", 2, credit("B", usd("500")));
    Leg other = leg("t2", 2, debit("A", usd("5")));
    held(own, other);

    assertThat(accounts().settle(List.of(other, leg("t1", 2, debit("A", usd("500"))), own)))
        .containsExactly(MATCHED, NOT_MATCHED, MATCHED);
    assertThat(read("A")).hasBalance(usd("995")).hasAvailable(usd("994")).isSound();
    assertThat(read("B")).hasBalance(usd("1500")).holdsNothing().isSound();
  }

  @Test
  void staysWhereOtherHoldsOfTheCallAreReleased() {
    Leg own = leg("t1", 2, credit("B", usd("500")));
    held(own);

    assertThat(accounts().release(List.of(leg("t1", 2, debit("A", usd("500"))), own)))
        .containsExactly(NOT_MATCHED, MATCHED);
    assertThat(read("A")).hasAvailable(usd("999")).isSound();
  }

  @Test
  void isReleasedAsWhatItIs() {
    assertThat(withdraw(ORPHAN)).isEqualTo(MATCHED);

    assertThat(read("A")).hasAvailable(usd("1000")).holdsNothing().isSound();
    held(leg("t1", 2, debit("A", usd("500"))));
  }
}
