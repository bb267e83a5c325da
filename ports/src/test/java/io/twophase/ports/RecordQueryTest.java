package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.Owner;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pages of records are asked for. */
class RecordQueryTest {

  private static final Owner OWNER = new Owner(APP, token("t"));

  private static final TransactionRecord PENDING =
      NewRecord.alone(transfer("t1", "A", "B", cents(5)), OWNER).stored(NOW);

  private static final TransactionRecord INVOICE =
      NewRecord.submitted(
              transfer("t2", "A", "B", cents(5)).labelled(Labels.NONE.referenced("invoice 7")))
          .stored(NOW);

  private static final TransactionRecord CANCELED =
      PENDING
          .after(
              Transition.cancel(PENDING, new CancelReason.Recovered(), OWNER, List.of()),
              NOW.plusMillis(1))
          .after(Transition.finish(PENDING.id(), State.CANCELING), NOW.plusMillis(2));

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "10001, 0, 0", "1, -1, 0", "1, 0, -1"})
  void figuresThatAreOutOfRangeAreFaultsOfTheCaller(int limit, int skip, int milliseconds) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RecordQuery.ended(Duration.ofMillis(milliseconds), 1)
                    .withLimit(limit)
                    .withSkip(skip))
        .withMessageContaining("out of range");
  }

  @Test
  void theNextPageComesAfterTheLastRecordAndSkipsNothing() {
    RecordQuery next = RecordQuery.ended(Duration.ZERO, 7).withSkip(3).after(CANCELED);

    assertThat(next.after())
        .contains(new RecordQuery.Place(NOW.plusMillis(2), Optional.of(new RecordId("t1"))));
    assertThat(next.skip()).isZero();
    assertThat(next.limit()).isEqualTo(7);
    assertThat(RecordQuery.unfinished(Duration.ZERO, 1).after(PENDING).after().orElseThrow().at())
        .isEqualTo(NOW);
  }

  @Test
  void theNextPageSkipsWhatCannotBeReadBehindTheLastRecord() {
    Lookup odd = Lookup.unreadable("odd", "no state");
    Lookup read = Lookup.found(CANCELED, Duration.ZERO);
    RecordQuery query = RecordQuery.ended(Duration.ZERO, 7);

    assertThat(query.after(List.of(odd, read, odd, odd)))
        .isEqualTo(query.after(CANCELED).withSkip(2));
    assertThat(query.after(List.of(odd)).after(List.of(odd))).isEqualTo(query.withSkip(2));
  }

  @Test
  void noPageOfEndedRecordsComesAfterOneThatHasNotEnded() {
    RecordQuery ended = RecordQuery.ended(Duration.ZERO, 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ended.after(PENDING))
        .withMessage("t1 is not among the ENDED");
  }

  @Test
  void noPageComesAfterWhatTheQueryDoesNotList() {
    Transaction canceled = CANCELED.alone().orElseThrow();

    assertThatThrownBy(() -> RecordQuery.authorized(1).after(canceled))
        .hasMessage("t1 is not among the AUTHORIZED");
    assertThatThrownBy(() -> RecordQuery.ended(Duration.ZERO, 1).after(canceled))
        .hasMessage("t1 is not among the ENDED");
    RecordQuery latest = latest(Optional.empty(), Optional.empty());
    assertThatThrownBy(() -> latest.after(NewRecord.tombstone(new RecordId("batch:1")).stored(NOW)))
        .hasMessage("batch:1 is not among the LATEST");
  }

  @Test
  void theLatestAreThoseOfTheTimeAskedForAndBehindThePlace() {
    Transaction first = PENDING.alone().orElseThrow();
    Transaction second = INVOICE.alone().orElseThrow();
    RecordQuery all = latest(Optional.empty(), Optional.empty());

    assertThat(all.createdSince(NOW).createdUntil(NOW).asksFor(first)).isTrue();
    assertThat(all.createdSince(NOW.plusMillis(1)).asksFor(first)).isFalse();
    assertThat(all.createdUntil(NOW.minusMillis(1)).asksFor(first)).isFalse();
    assertThat(all.after(first).asksFor(second)).isTrue();
    assertThat(all.after(second).asksFor(first)).isFalse();
    assertThat(all.after(first).asksFor(first)).isFalse();
    assertThat(latest(Optional.of(State.DONE), Optional.empty()).inAnyState()).isEqualTo(all);
  }

  @Test
  void eachKindAsksForItsOwn() {
    assertThat(RecordQuery.authorized(2).unmodifiedFor()).isEmpty();
    assertThat(RecordQuery.overdue(2))
        .returns(RecordQuery.Kind.AUTHORIZED, RecordQuery::kind)
        .returns(Optional.of(Duration.ZERO), RecordQuery::unmodifiedFor);
    assertThat(RecordQuery.unfinished(Duration.ZERO, 2).unmodifiedFor()).isEmpty();
    assertThat(RecordQuery.naming(PENDING).named()).contains(PENDING);
    assertThat(RecordQuery.unfinished(Duration.ZERO, 1).ownedBy(APP).application()).contains(APP);
  }

  @Test
  void theLatestAreThoseOfTheStateAndTheAccountAskedFor() {
    Transaction pending = PENDING.alone().orElseThrow();

    assertThat(latest(Optional.empty(), Optional.empty()).asksFor(pending)).isTrue();
    assertThat(latest(Optional.of(State.PENDING), Optional.of("A")).asksFor(pending)).isTrue();
    assertThat(latest(Optional.of(State.DONE), Optional.empty()).asksFor(pending)).isFalse();
    assertThat(latest(Optional.empty(), Optional.of("C")).asksFor(pending)).isFalse();
    RecordQuery labelled =
        RecordQuery.latest(
            Optional.empty(), Optional.empty(), Labels.NONE.referenced("invoice 7"), 1);
    assertThat(labelled.asksFor(pending)).isFalse();
    assertThat(labelled.asksFor(INVOICE.alone().orElseThrow())).isTrue();
  }

  private static RecordQuery latest(Optional<State> state, Optional<String> account) {
    return RecordQuery.latest(
        state, account.map(id -> accountId(id)), Labels.NONE, RecordQuery.MAX_LIMIT);
  }

  @Test
  void aRecordThatRanAtOnceIsGivenAsItIsStored() {
    assertThat(Whole.committed(CANCELED).record()).contains(CANCELED);
    assertThat(Whole.of(Whole.Kind.CONTENDED).record()).isEmpty();
    assertThat(Keeping.FOR_EVER.keptFor()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, t2, false, true",
    "0, t1, false, false",
    "0, t2, true, true",
    "1, t0, true, false"
  })
  void aPlaceIsBetweenWhatCameAndWhatComes(
      int later, String id, boolean isBefore, boolean isBeforeEarlier) {
    RecordQuery.Place place = new RecordQuery.Place(NOW, Optional.of(new RecordId("t1")));

    assertThat(place.isBefore(NOW.plusMillis(later), new RecordId(id))).isEqualTo(isBefore);
    assertThat(place.isBeforeEarlier(NOW.plusMillis(later), new RecordId(id)))
        .isEqualTo(isBeforeEarlier);
  }
}
