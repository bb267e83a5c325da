package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.testing.Fixtures;
import io.vavr.control.Option;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An account is shown")
class ShownTest {

  @Test
  @DisplayName("with its balance as an interval: what is certain, and what it may become")
  void interval() {
    Account account = held(account("A").overdraft(usd("5")).with(usd("100")));

    assertThat(Shown.of(account))
        .isEqualTo(
            new Shown(usd("100"), usd("63"), usd("113"), usd("68"), usd("-5"), Option.none()));
    assertThat(account.lowest()).isEqualTo(6_300);
    assertThat(account.highest()).isEqualTo(11_300);
  }

  @Test
  @DisplayName("as certain where nothing is held")
  void certain() {
    Shown shown = Shown.of(account("A").ceiling(usd("200")).with(usd("100")));

    assertThat(shown.lowest()).isEqualTo(shown.balance()).isEqualTo(shown.highest());
    assertThat(shown.ceiling()).contains(usd("200"));
  }

  @Test
  @DisplayName("with the sign turned where it is debit-normal")
  void debitNormal() {
    Account account =
        held(account("A").debitNormal().floor(usd("-20")).ceiling(usd("200")).with(usd("100")));

    assertThat(Shown.of(account))
        .isEqualTo(
            new Shown(
                usd("100"),
                usd("87"),
                usd("137"),
                usd("107"),
                usd("-20"),
                Option.some(usd("200"))));
    assertThat(Shown.of(account.opening(), account.balance())).isEqualTo(usd("100"));
    assertThat(Shown.of(Account.open(account("A").debitNormal().opening(usd("1")))).ceiling())
        .isEmpty();
  }

  @Test
  @DisplayName("within the interval whatever is decided of what is held")
  void whateverIsDecided() {
    Account account = held(account("A").with(usd("100")));
    for (int decided = 0; decided < 4; decided++) {
      Account now = account;
      now =
          accepted(
              (decided & 1) == 0
                  ? now.release(transactionId("out"), debit("A", usd("30")))
                  : now.settle(transactionId("out"), epoch(1), debit("A", usd("30"))));
      now =
          accepted(
              (decided & 2) == 0
                  ? now.release(transactionId("in"), credit("A", usd("10")))
                  : now.settle(transactionId("in"), epoch(1), credit("A", usd("10"))));
      assertThat(now.balance()).isBetween(account.lowest(), account.highest());
      assertThat(now.lowest()).isGreaterThanOrEqualTo(account.lowest());
      assertThat(now.highest()).isLessThanOrEqualTo(account.highest());
    }
  }

  @Test
  @DisplayName("at the ends of int64")
  void atTheEnds() {
    Account deep = account("A").overdraft(cents(Long.MAX_VALUE)).with(cents(-Long.MAX_VALUE));
    assertThat(Shown.of(deep).lowest()).isEqualTo(cents(-Long.MAX_VALUE));
    Account high = account("A").debitNormal().with(cents(Long.MAX_VALUE));
    assertThat(high.balance()).isEqualTo(-Long.MAX_VALUE);
    assertThat(Shown.of(high).highest()).isEqualTo(cents(Long.MAX_VALUE));
  }

  /** Thirty out and ten in, and a batch that may take seven and bring three. */
  private static Account held(Account account) {
    Account out = accepted(account.hold(transactionId("out"), epoch(1), debit("A", usd("30"))));
    Account both = accepted(out.hold(transactionId("in"), epoch(1), credit("A", usd("10"))));
    return accepted(
        AccountRanges.hold(
            both,
            new RangeHold(new BatchId("batch:1"), epoch(1), Range.whole(700, 300)),
            Fixtures.USD,
            HoldLimit.NONE));
  }
}
