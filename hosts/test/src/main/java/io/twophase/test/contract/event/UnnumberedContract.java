package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.test.contract.Moment;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of listing records for numbering. */
@DisplayName("What waits for a number")
public abstract class UnnumberedContract extends EventContract {

  @Test
  void nothingIsListedWhileEventsAreOff() {
    apply("T1");

    assertThat(events().isOn()).isFalse();
    assertThat(events().unnumbered()).isEmpty();
  }

  @Test
  void whatIsDecidedIsListedInTheOrderOfTheDecisions() {
    events().turnOn();
    begin("T2");
    apply("T3");
    decide(lone("T2"));
    apply("T1");

    assertThat(events().isOn()).isTrue();
    assertThat(events().unnumbered()).containsExactly(lone("T3"), lone("T2"), lone("T1"));
  }

  @Test
  void whatWasBegunBeforeTheyWereTurnedOnIsListedOnceItIsDecided() {
    begin("T1");
    events().turnOn();

    assertThat(events().unnumbered()).isEmpty();
    decide(lone("T1"));

    assertThat(events().unnumbered()).containsExactly(lone("T1"));
  }

  @Test
  void whatIsFinishedStaysListed() {
    events().turnOn();
    apply("T1", "T2");
    finish(lone("T1"));

    assertThat(events().unnumbered()).containsExactly(lone("T1"), lone("T2"));
  }

  @Test
  void whatIsCanceledIsListed() {
    events().turnOn();
    begin("T1");
    cancel(lone("T1"));
    submit("T2");
    cancel(lone("T2"));

    assertThat(events().unnumbered()).containsExactly(lone("T1"), lone("T2"));
  }

  @Test
  void whatIsOpenIsNotListed() {
    events().turnOn();
    submit("T1");
    begin("T2");
    beginBatch("m1");
    Moment.pass();

    assertThat(events().unnumbered()).isEmpty();
  }

  @Test
  void aBatchIsListedAsOne() {
    events().turnOn();
    beginBatch("m1", "m2");
    decide(BATCH);
    apply("T1");
    finish(BATCH);

    assertThat(events().unnumbered()).containsExactly(BATCH, lone("T1"));
  }

  @Test
  void aMemberThatIsTakenToBeCanceledIsListedByItself() {
    events().turnOn();
    beginBatch("m1");
    MemberDocument free =
        new MemberDocument(BATCH, transfer("m1", "A", "B", cents(1)), Instant.EPOCH);
    assertThat(store().records().take(List.of(MemberTake.canceled(free, ON_REQUEST, OWNER))))
        .containsExactly(MatchOutcome.MATCHED);
    Moment.pass();

    assertThat(events().unnumbered()).containsExactly(lone("m1"));
  }

  @Test
  void aTombstoneIsNotListed() {
    events().turnOn();
    begin(NewRecord.tombstone(BATCH));
    Moment.pass();

    assertThat(events().unnumbered()).isEmpty();
  }

  @Test
  void whatIsMarkedIsListedNoMore() {
    events().turnOn();
    apply("T1", "T2");

    assertThat(events().mark(List.of(numbered(1, lone("T1")), numbered(2, lone("T9")))))
        .isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().mark(List.of(numbered(1, lone("T1"))))).isEqualTo(MatchOutcome.MATCHED);
    finish(lone("T1"));

    assertThat(events().unnumbered()).containsExactly(lone("T2"));
  }

  @Test
  void aRecordKeepsTheNumberThatItIsMarkedWith() {
    events().turnOn();
    apply("T1", "T2");
    beginBatch("m1", "m2");
    decide(BATCH);
    List<RecordId> all = List.of(BATCH, lone("T2"), lone("T1"));
    assertThat(events().numbersOf(all))
        .containsExactly(Optional.empty(), Optional.empty(), Optional.empty());

    events().mark(List.of(numbered(7, lone("T1")), numbered(9, BATCH)));
    events().mark(List.of(numbered(8, lone("T1"))));

    assertThat(events().numbersOf(all))
        .containsExactly(Optional.of(9L), Optional.empty(), Optional.of(7L));
  }

  /** Its id was free again: what had the number is not what is decided now. */
  @Test
  void whatIsDoneAgainUnderAnIdThatIsFreeWaitsForANumberOfItsOwn() {
    events().turnOn();
    apply("T1");
    events().give(1, List.of(lone("T1")));
    events().mark(List.of(numbered(1, lone("T1"))));
    finish(lone("T1"));
    // a majority may not have seen its end yet
    TransactionRecord done =
        store().records().findLatest(transactionId("T1")).record().orElseThrow();
    Removal removal = new Removal(Either.left(done), Optional.empty());
    assertThat(store().records().remove(List.of(removal))).containsExactly(MatchOutcome.MATCHED);

    apply("T1");

    assertThat(events().unnumbered()).containsExactly(lone("T1"));
    assertThat(events().numbersOf(List.of(lone("T1")))).containsExactly(Optional.empty());
  }

  @Test
  void whatHasAHigherNumberOrWaitsForOneIsUnread() {
    events().turnOn();
    apply("T1", "T2", "T3");
    begin("T4");
    events().give(1, List.of(lone("T1"), lone("T2")));
    events().mark(List.of(numbered(1, lone("T1")), numbered(2, lone("T2"))));
    List<RecordId> all = List.of(lone("T4"), lone("T3"), lone("T2"), lone("T1"), lone("T9"));

    assertThat(events().unread(1, all)).containsExactly(lone("T3"), lone("T2"));
    assertThat(events().unread(2, all)).containsExactly(lone("T3"));
    events().turnOff();
    assertThat(events().unread(1, all)).containsExactly(lone("T2"));
  }

  @Test
  void nothingIsListedOnceTheyAreTurnedOff() {
    events().turnOn();
    apply("T1");
    events().turnOff();
    events().turnOff();

    assertThat(events().isOn()).isFalse();
    assertThat(events().unnumbered()).isEmpty();
  }

  @Test
  void turningThemOnAgainChangesNothing() {
    events().turnOn();
    apply("T1");
    events().turnOn();

    assertThat(events().unnumbered()).containsExactly(lone("T1"));
  }
}
