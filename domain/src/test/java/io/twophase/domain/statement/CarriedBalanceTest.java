package io.twophase.domain.statement;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.math.BigInteger.ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.transaction.Labels;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CarriedBalanceTest {

  private static final Instant AT = Instant.parse("2026-11-23T10:00:00Z");
  private static final CarriedBalance NONE = CarriedBalance.none(accountId("A"));

  private static Ending end(String id, int second) {
    return new Ending(AT.plusSeconds(second), new RecordId(id));
  }

  private static EndedPosting line(Ending ending, int decided, long effect) {
    return new EndedPosting(posting(decided, effect), Optional.of(ending));
  }

  static Posting posting(int decided, long effect) {
    return new Posting(
        new Position(AT.plusSeconds(decided), "r", 0),
        transactionId("t"),
        effect < 0 ? Direction.DEBIT : Direction.CREDIT,
        cents(Math.abs(effect)),
        List.of(),
        Labels.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        AT);
  }

  @Test
  void linesThatHaveEndedAreAddedUpToTheLastOfThem() {
    CarriedBalance carried = NONE.with(List.of(line(end("b", 2), 1, 7), line(end("a", 5), 0, -10)));

    assertThat(carried.sum()).isEqualTo(BigInteger.valueOf(-3));
    assertThat(carried.lines()).isEqualTo(2);
    assertThat(carried.last()).contains(end("a", 5));
    assertThat(carried.latest()).contains(AT.plusSeconds(1));
    assertThat(carried.earliest()).contains(AT.plusSeconds(1).plusMillis(1));
    assertThat(carried.changes()).isEqualTo(1);
  }

  @Test
  void whatIsInItIsNotAddedAgain() {
    List<EndedPosting> page = List.of(line(end("b", 2), 1, 7), line(end("a", 5), 0, -10));
    CarriedBalance carried = NONE.with(page);

    assertThat(carried.with(page)).isSameAs(carried);
    assertThat(carried.with(page.subList(1, 2))).isSameAs(carried);

    CarriedBalance more = carried.with(List.of(page.get(1), line(end("b", 5), 9, 1)));
    assertThat(more.sum()).isEqualTo(BigInteger.valueOf(-2));
    assertThat(more.changes()).isEqualTo(2);
  }

  @Test
  void whatHasNotEndedIsNotAdded() {
    assertThat(NONE.with(List.of(new EndedPosting(posting(1, 5), Optional.empty()))))
        .isSameAs(NONE);
    assertThat(NONE.has(Optional.empty())).isFalse();
    assertThat(CarriedBalance.none(accountId("A"))).isEqualTo(NONE);
  }

  @Test
  void whatEndedAtOneMomentIsInTheOrderOfTheIds() {
    CarriedBalance carried = NONE.with(List.of(line(end("b", 2), 1, 7)));

    assertThat(carried.reaches(AT.plusSeconds(2))).isTrue();
    assertThat(carried.reaches(AT.plusSeconds(3))).isFalse();
    assertThat(carried.has(Optional.of(end("a", 2)))).isTrue();
    assertThat(carried.has(Optional.of(end("c", 2)))).isFalse();
    assertThat(carried.has(Optional.of(end("c", 1)))).isTrue();
    // by code point: the first has a surrogate pair
    assertThat(end("\uD83D\uDE00", 2)).isGreaterThan(end("\uFF00", 2));
  }

  @Test
  void whatDoesNotAddUpIsRefused() {
    Optional<Ending> last = Optional.of(end("a", 1));
    assertRefused(1, Optional.empty(), Optional.empty());
    assertRefused(1, last, Optional.empty());
    assertRefused(0, last, Optional.of(AT));
    assertRefused(-1, last, Optional.of(AT));
  }

  private static void assertRefused(long lines, Optional<Ending> last, Optional<Instant> latest) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CarriedBalance(accountId("A"), ONE, lines, last, latest, 1))
        .withMessageContaining("carried of A");
  }
}
