package io.twophase.test.contract.statement;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All that a {@link CarriedBalanceRepository} promises. An adapter's test extends this and says how
 * to get one.
 */
public abstract class CarriedBalanceRepositoryContract {

  private static final Instant AT = Instant.parse("2026-11-23T10:00:00.123Z");

  private CarriedBalanceRepository carried;

  /** Gives one that is fresh and empty: asked once for each test, before it begins. */
  protected abstract CarriedBalanceRepository repository();

  @BeforeEach
  final void takeAFreshOne() {
    carried = repository();
  }

  private static CarriedBalance balance(String account, long sum, long changes) {
    return new CarriedBalance(
        accountId(account),
        BigInteger.valueOf(sum),
        changes,
        Optional.of(new Ending(AT, new RecordId("t" + changes))),
        Optional.of(AT.minusSeconds(1)),
        changes);
  }

  private static CarriedBalance ofBatches(CarriedBalance balance) {
    return new CarriedBalance(
        balance.account(),
        balance.sum(),
        balance.lines(),
        Optional.of(new Ending(AT, new RecordId("batch:1"))),
        balance.latest(),
        balance.changes());
  }

  private CarriedBalance find(String account) {
    return carried.find(List.of(accountId(account))).get(0).get();
  }

  @Test
  void atFirstNothingIsCarried() {
    assertThat(carried.isComplete()).isTrue();
    assertThat(find("A")).isEqualTo(CarriedBalance.none(accountId("A")));
    assertThat(carried.find(List.of())).isEmpty();
    carried.scan(each -> assertThat(each).as("there is none").isNull());
  }

  @Test
  void whatIsStoredIsReadAsItWas() {
    CarriedBalance first = balance("A", -1_200, 1);
    CarriedBalance second = ofBatches(balance("B", 7, 1));

    assertThat(carried.carry(List.of(second, first))).containsExactly(MATCHED, MATCHED);

    assertThat(carried.find(List.of(accountId("B"), accountId("X"), accountId("A"))))
        .containsExactly(
            Either.right(second),
            Either.right(CarriedBalance.none(accountId("X"))),
            Either.right(first));
    List<Either<String, CarriedBalance>> all = new ArrayList<>();
    carried.scan(all::add);
    assertThat(all).containsExactly(Either.right(first), Either.right(second));
  }

  @Test
  void whatHasChangedOnceLessIsReplaced() {
    carried.carry(List.of(balance("A", 1, 1)));
    CarriedBalance later = ofBatches(balance("A", 3, 2));

    assertThat(carried.carry(List.of(later))).containsExactly(MATCHED);

    assertThat(find("A")).isEqualTo(later);
  }

  @Test
  void aFirstOneIsStoredOnce() {
    assertThat(carried.carry(List.of(balance("A", 1, 1)))).containsExactly(MATCHED);
    assertThat(carried.carry(List.of(balance("A", 2, 1)))).containsExactly(NOT_MATCHED);

    assertThat(find("A").sum()).isEqualTo(BigInteger.ONE);
  }

  @Test
  void whatWasChangedMeanwhileStays() {
    carried.carry(List.of(balance("A", 1, 1)));
    carried.carry(List.of(balance("A", 2, 2)));

    assertThat(carried.carry(List.of(balance("A", 9, 2)))).containsExactly(NOT_MATCHED);
    assertThat(carried.carry(List.of(balance("A", 9, 4)))).containsExactly(NOT_MATCHED);
    assertThat(carried.carry(List.of(balance("B", 9, 2)))).containsExactly(NOT_MATCHED);

    assertThat(find("A").sum()).isEqualTo(BigInteger.TWO);
    assertThat(find("B")).isEqualTo(CarriedBalance.none(accountId("B")));
  }

  @Test
  void eachOfACallIsOnItsOwn() {
    carried.carry(List.of(balance("A", 1, 1), balance("C", 1, 1)));
    carried.carry(List.of(balance("C", 2, 2)));

    List<MatchOutcome> outcomes =
        carried.carry(
            List.of(
                balance("A", 5, 2), balance("B", 5, 1), balance("C", 5, 2), balance("D", 5, 1)));

    assertThat(outcomes.subList(1, 2)).containsExactly(MATCHED);
    assertThat(outcomes.get(2)).isEqualTo(NOT_MATCHED);
    assertThat(outcomes.get(3)).isEqualTo(MATCHED);
    assertThat(find("A").sum()).isEqualTo(BigInteger.valueOf(5));
    assertThat(find("C").sum()).isEqualTo(BigInteger.TWO);
  }

  @Test
  void aSumMayBeMoreThanAnyBalance() {
    BigInteger sum = BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(1_000));
    CarriedBalance usual = balance("A", 0, 1);
    CarriedBalance large =
        new CarriedBalance(
            usual.account(), sum.negate(), 1, usual.last(), usual.latest(), usual.changes());
    carried.carry(List.of(large));

    assertThat(find("A")).isEqualTo(large);
  }

  @Test
  void ofThoseWhoReplaceOneAtOnceOneDoes() {
    carried.carry(List.of(balance("A", 0, 1)));

    List<MatchOutcome> outcomes =
        Race.of(8, at -> carried.carry(List.of(balance("A", 100 + at, 2))).get(0));

    assertThat(outcomes).filteredOn(MATCHED::equals).hasSize(1);
    int winner =
        IntStream.range(0, 8).filter(at -> outcomes.get(at) == MATCHED).findFirst().getAsInt();
    assertThat(find("A").sum()).isEqualTo(BigInteger.valueOf(100 + winner));
  }
}
