package io.twophase.domain.statement;

import static io.twophase.domain.statement.CarriedBalanceTest.posting;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StatementTest {

  private static final Instant AT = posting(0, 1).position().decidedAt();
  private static final NewRecord EXCHANGE =
      StoredRecords.alone(
          transaction(
              "t",
              debit("A", usd("5")),
              credit("B", usd("5")),
              debit("C", eur("4")),
              credit("D", eur("4"))));

  /** The account opens with 100. */
  private static Statement of(
      CarriedBalance carried, Optional<Integer> from, Optional<Integer> until) {
    return of(List.of(posting(3, 5), posting(1, -10), posting(2, 7)), carried, from, until).get();
  }

  private static Either<BigInteger, Statement> of(
      List<Posting> postings,
      CarriedBalance carried,
      Optional<Integer> from,
      Optional<Integer> until) {
    return Statement.of(
        account("A").opening(cents(100)),
        carried,
        from.map(AT::plusSeconds),
        until.map(AT::plusSeconds),
        postings,
        Undecided.none(USD),
        Statement.Certainty.CERTAIN);
  }

  private static List<Integer> figures(Statement statement) {
    return List.of(
        (int) statement.opening().minor(),
        statement.lines().size(),
        (int) statement.closing().minor());
  }

  @ParameterizedTest
  @CsvSource({", , 100, 3, 102", "2, 3, 90, 1, 97", "1, 2, 100, 1, 90", "4, , 102, 0, 102"})
  void theLinesOfASpanLeadFromItsOpeningToItsClosing(
      Integer from, Integer until, int opening, int lines, int closing) {
    Statement all =
        of(
            CarriedBalance.none(accountId("A")),
            Optional.ofNullable(from),
            Optional.ofNullable(until));
    assertThat(figures(all)).containsExactly(opening, lines, closing);
  }

  @Test
  void linesThatAddUpToNoBalanceAreNoStatement() {
    List<Posting> postings = List.of(posting(1, Long.MAX_VALUE), posting(2, 1));
    CarriedBalance none = CarriedBalance.none(accountId("A"));
    BigInteger first = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(100));
    assertThat(of(postings, none, Optional.empty(), Optional.empty()))
        .isEqualTo(Either.left(first));
    assertThat(of(postings, none, Optional.of(3), Optional.empty()))
        .isEqualTo(Either.left(first.add(BigInteger.ONE)));
  }

  @Test
  void beginsBehindWhatIsCarried() {
    Ending ending = new Ending(AT, new RecordId("r"));
    CarriedBalance carried =
        CarriedBalance.none(accountId("A"))
            .with(List.of(new EndedPosting(posting(1, 20), Optional.of(ending))));

    Statement early = of(carried, Optional.empty(), Optional.empty());
    assertThat(figures(early)).containsExactly(110, 2, 122);
    assertThat(early.from()).isEqualTo(carried.earliest());
    assertThat(figures(of(carried, Optional.of(3), Optional.empty()))).containsExactly(117, 1, 122);
  }

  @ParameterizedTest
  @CsvSource({"0, 9, 100, 3, 102", "1, 1, 90, 1, 97", "2, 9, 97, 1, 102", "9, 1, 102, 0, 102"})
  void aPageHasTheBalancesAroundItsLines(int skip, int most, int opening, int lines, int closing) {
    Statement all = of(CarriedBalance.none(accountId("A")), Optional.empty(), Optional.empty());
    assertThat(figures(all.page(skip, most))).containsExactly(opening, lines, closing);
  }

  private static Lookup lookup(State state) {
    NewTransaction body = StoredRecords.lone(state, EXCHANGE.members().get(0)).body();
    return Lookup.found(
        StoredRecords.in(state, StoredRecords.alone(body), Verdict.ALL_APPLIED), Duration.ZERO);
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionIsOnALineFromItsDecisionOn(State state) {
    boolean isOn = state == State.APPLIED || state == DONE;
    Optional<EndedPosting> line = EndedPosting.of(lookup(state), accountId("A"));
    assertThat(line.isPresent()).isEqualTo(isOn);
    assertThat(line.flatMap(EndedPosting::ending))
        .isEqualTo(
            state == DONE ? Optional.of(new Ending(NOW, new RecordId("t"))) : Optional.empty());
  }

  @Test
  void aLineHasTheAccountsOfTheSameCurrencyOnTheOtherSide() {
    Posting line = Posting.of(lookup(State.APPLIED), accountId("C")).orElseThrow();
    assertThat(line.direction()).isEqualTo(Direction.DEBIT);
    assertThat(line.effect()).isEqualTo(eur("-4"));
    assertThat(line.position()).isEqualTo(new Position(NOW, "t", 0));
    assertThat(line.counterAccounts()).containsExactly(accountId("D"));
    assertThat(Posting.of(lookup(State.APPLIED), new AccountId("E"))).isEmpty();
  }

  @Test
  void whatIsHeldAddsUp() {
    assertThat(Undecided.none(USD).with(3, 0).with(4, 5))
        .isEqualTo(new Undecided(2, cents(7), cents(5)));
  }
}
