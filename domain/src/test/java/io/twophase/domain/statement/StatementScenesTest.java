package io.twophase.domain.statement;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.AccountId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.testing.Texts;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Statements of an account that opens with 100 cents, and what is carried of its lines. */
class StatementScenesTest {

  private static final CarriedBalance NONE = CarriedBalance.none(accountId("A"));
  private static final NewTransaction EXCHANGE = BodyWords.body("t A-5 & B+5 & C-4EUR & D+4EUR");

  @ScenesOf("statements.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        BodyWords.verbs(this)
            .ofValues(CarriedBalance.class, Ending.class)
            .reading(Instant.class, StatementScenesTest::moment)
            .reading(Ending.class, StatementScenesTest::ending)
            .reading(EndedPosting.class, StatementScenesTest::line)
            .reading(CarriedBalance.class, StatementScenesTest::carried)
            .saying(CarriedBalance.class, StatementScenesTest::words)
            .saying(EndedPosting.class, StatementScenesTest::words)
            .saying(Statement.class, StatementScenesTest::words));
  }

  private static Instant moment(String second) {
    return NOW.plusSeconds(Long.parseLong(second));
  }

  private static String second(Instant moment) {
    return Duration.between(NOW, moment).toString();
  }

  private static Ending ending(String word) {
    String[] parts = word.split("@", -1);
    return new Ending(moment(parts[1]), new RecordId(Texts.of(parts[0])));
  }

  private static String words(String before, Optional<Ending> ending) {
    return ending.map(it -> before + it.record() + "@" + second(it.at())).orElse("");
  }

  /** So many cents, decided in a second, and behind a colon what has ended, and when. */
  private static EndedPosting line(String word) {
    String[] parts = word.split("[@:]", 3);
    long effect = Long.parseLong(parts[0]);
    Posting posting =
        new Posting(
            new Position(moment(parts[1]), "r", 0),
            transactionId("t"),
            effect < 0 ? Direction.DEBIT : Direction.CREDIT,
            cents(Math.abs(effect)),
            List.of(),
            Labels.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            NOW);
    return new EndedPosting(
        posting, Stream.of(parts).skip(2).map(StatementScenesTest::ending).findFirst());
  }

  private static CarriedBalance carried(String lines) {
    return lines.equals("none")
        ? NONE
        : NONE.with(Stream.of(lines.split("/", -1)).map(StatementScenesTest::line).toList());
  }

  private static String words(CarriedBalance carried) {
    return "%s of %d lines%s%s%s, changed %d times"
        .formatted(
            carried.sum(),
            carried.lines(),
            words(" to ", carried.last()),
            carried.latest().map(it -> " at " + second(it)).orElse(""),
            carried.earliest().map(it -> " before " + second(it)).orElse(""),
            carried.changes());
  }

  CarriedBalance made(long lines, boolean hasLast, boolean hasLatest) {
    return new CarriedBalance(
        accountId("A"),
        BigInteger.ONE,
        lines,
        Optional.of(ending("a@1")).filter(any -> hasLast),
        Optional.of(NOW).filter(any -> hasLatest),
        1);
  }

  Either<BigInteger, Statement> statement(
      CarriedBalance carried, String from, String until, List<EndedPosting> lines) {
    return Statement.of(
        account("A").opening(cents(100)),
        carried,
        end(from),
        end(until),
        lines.stream().map(EndedPosting::posting).toList(),
        Undecided.none(USD),
        Statement.Certainty.CERTAIN);
  }

  private static Optional<Instant> end(String word) {
    return Optional.of(word).filter(it -> !it.equals("-")).map(StatementScenesTest::moment);
  }

  Statement page(int skip, int most, List<EndedPosting> lines) {
    return statement(NONE, "-", "-", lines).get().page(skip, most);
  }

  private static String words(Statement statement) {
    return "%d, %d lines, %d%s"
        .formatted(
            statement.opening().minor(),
            statement.lines().size(),
            statement.closing().minor(),
            statement.from().map(it -> " from " + second(it)).orElse(""));
  }

  /** The line of an exchange of dollars for euros, in a state. */
  Optional<EndedPosting> exchanged(State state, AccountId account) {
    NewTransaction body = StoredRecords.lone(state, EXCHANGE).body();
    return EndedPosting.of(
        Lookup.found(
            StoredRecords.in(state, StoredRecords.alone(body), Verdict.ALL_APPLIED), Duration.ZERO),
        account);
  }

  private static String words(EndedPosting line) {
    Posting posting = line.posting();
    return posting.direction()
        + " "
        + posting.effect()
        + " at "
        + posting.position()
        + " with "
        + posting.counterAccounts()
        + words(", ended ", line.ending());
  }

  Undecided held(long debit, long credit, long debitToo, long creditToo) {
    return Undecided.none(USD).with(debit, credit).with(debitToo, creditToo);
  }
}
