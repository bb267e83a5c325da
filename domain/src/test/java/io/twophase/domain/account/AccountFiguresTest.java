package io.twophase.domain.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Direction;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The check of an account's figures")
class AccountFiguresTest {

  private static final TransactionId T = transactionId("t");
  private static final Opening OPENING =
      account("A").overdraft(usd("0.10")).ceiling(usd("10.00")).opening(usd("1.00"));
  private static final Map<TransactionId, Hold> NOTHING = HashMap.empty();

  static Stream<Arguments> faults() {
    return Stream.of(
        argumentSet(
            "a balance changed alone",
            figures(101, 110, 900, NOTHING),
            "available is 110, by its parts 111"),
        argumentSet(
            "money made available",
            figures(100, 111, 900, NOTHING),
            "available is 111, by its parts 110"),
        argumentSet(
            "money lost from available",
            figures(100, 109, 900, NOTHING),
            "available is 109, by its parts 110"),
        argumentSet(
            "too much receivable",
            figures(100, 110, 901, NOTHING),
            "receivable is 901, by its parts 900"),
        argumentSet(
            "a debit held, but not set aside",
            figures(100, 110, 900, held(Direction.DEBIT, 30)),
            "available is 110, by its parts 80"),
        argumentSet(
            "a credit held, but not set aside",
            figures(100, 110, 900, held(Direction.CREDIT, 30)),
            "receivable is 900, by its parts 870"),
        argumentSet(
            "a hold gone, but not given back",
            figures(100, 80, 900, NOTHING),
            "available is 80, by its parts 110"),
        argumentSet(
            "more held than there is",
            figures(100, -10, 900, held(Direction.DEBIT, 120)),
            "available is -10, below zero"),
        argumentSet(
            "more to come than fits",
            figures(100, 110, -50, held(Direction.CREDIT, 950)),
            "receivable is -50, below zero"),
        argumentSet(
            "a balance below its overdraft",
            figures(-11, -1, 1011, NOTHING),
            "available is -1, below zero"),
        argumentSet(
            "figures that agree only as int64 wraps",
            figures(Long.MIN_VALUE, Long.MIN_VALUE + 10, Long.MIN_VALUE + 1000, NOTHING),
            "receivable is -9223372036854774808, by its parts 9223372036854776808"));
  }

  @ParameterizedTest
  @DisplayName("finds")
  @MethodSource("faults")
  void finds(Account planted, String fault) {
    assertThat(AccountFigures.fault(planted)).containsExactly(fault);
  }

  @Test
  @DisplayName("finds nothing wrong with sums that are right")
  void sound() {
    assertThat(AccountFigures.fault(figures(100, 110, 900, NOTHING))).isEmpty();
    assertThat(AccountFigures.fault(figures(100, 0, 900, held(Direction.DEBIT, 110)))).isEmpty();
    assertThat(AccountFigures.fault(figures(100, 110, 0, held(Direction.CREDIT, 900)))).isEmpty();
  }

  private static Account figures(
      long balance, long available, long receivable, Map<TransactionId, Hold> holds) {
    return new Account(OPENING, balance, available, receivable, AccountStatus.ACTIVE, holds);
  }

  private static Map<TransactionId, Hold> held(Direction direction, long amount) {
    return HashMap.of(T, new Hold(T, epoch(1), direction, amount));
  }
}
