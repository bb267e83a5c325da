package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.operation.AccountOperation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("At the ends of int64, an account")
class Int64BoundsTest {

  private static final long MAX = Long.MAX_VALUE;

  @Test
  @DisplayName("receives up to the last unit, and no more")
  void fills() {
    Account nearlyFull = account("A").with(cents(MAX - 1));
    Account full = settled(nearlyFull, credit("A", cents(1)));
    assertThat(full).hasBalance(cents(MAX)).hasAvailable(cents(MAX)).canReceive(cents(0)).isSound();
    assertThat(reason(full, credit("A", cents(1))))
        .isEqualTo(new HoldRefusal.CeilingReached(full.id(), cents(0), cents(1)));
  }

  @Test
  @DisplayName("counts credits that are held, so that settling all of them never overflows")
  void promised() {
    Account promised =
        accepted(
            account("A")
                .with(cents(0))
                .hold(transactionId("first"), epoch(1), credit("A", cents(MAX))));
    assertThat(promised).canReceive(cents(0)).isSound();
    assertThat(reason(promised, credit("A", cents(1))))
        .isInstanceOf(HoldRefusal.CeilingReached.class);
    assertThat(accepted(promised.settle(transactionId("first"), epoch(1), credit("A", cents(MAX)))))
        .hasBalance(cents(MAX))
        .isSound();
  }

  @Test
  @DisplayName("gives up to the last unit of an overdraft of all of int64")
  void overdrawn() {
    Account broke =
        settled(account("A").overdraft(cents(MAX)).with(cents(0)), debit("A", cents(MAX)));
    assertThat(broke)
        .hasBalance(cents(-MAX))
        .hasAvailable(cents(0))
        .canReceive(cents(MAX))
        .isSound();
    assertThat(reason(broke, debit("A", cents(1))))
        .isInstanceOf(HoldRefusal.InsufficientFunds.class);
    assertThat(settled(broke, credit("A", cents(MAX)))).hasBalance(cents(0)).isSound();
  }

  @Test
  @DisplayName(
      "with a shared range swings from end to end: the ceiling is what the overdraft leaves")
  void swings() {
    long half = MAX / 2;
    Account high = account("A").overdraft(cents(half)).with(cents(MAX - half));
    assertThat(high).hasAvailable(cents(MAX)).canReceive(cents(0)).isSound();
    Account low = settled(high, debit("A", cents(MAX)));
    assertThat(low)
        .hasBalance(cents(-half))
        .hasAvailable(cents(0))
        .canReceive(cents(MAX))
        .isSound();
  }

  private static Account settled(Account account, AccountOperation operation) {
    return accepted(
        accepted(account.hold(transactionId("t"), epoch(1), operation))
            .settle(transactionId("t"), epoch(1), operation));
  }

  private static HoldRefusal reason(Account account, AccountOperation operation) {
    HoldAnswer answer = refused(account.hold(transactionId("last"), epoch(1), operation));
    return ((HoldAnswer.Denied) answer).refusal();
  }
}
