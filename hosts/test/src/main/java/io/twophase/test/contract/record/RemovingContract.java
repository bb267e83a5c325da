package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Records#remove}, without receipts. */
public abstract class RemovingContract extends RecordContract {

  private static Removal of(TransactionRecord record) {
    return new Removal(Either.left(record), Optional.empty());
  }

  private static Removal of(MemberDocument member) {
    return new Removal(Either.right(member), Optional.empty());
  }

  private MatchOutcome remove(Removal going) {
    List<MatchOutcome> outcomes = records().remove(List.of(going));
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  @Test
  void aRecordIsRemovedOnceItHasEndedAndItsIdIsFree() {
    store("t1", State.DONE);
    store("t2", State.CANCELED);
    store("t3", State.DONE);
    begin(NewRecord.tombstone(id("t4")));
    List<Removal> going = Stream.of("t1", "t2", "t4").map(id -> of(record(id(id)))).toList();

    assertThat(records().remove(going)).containsExactly(MATCHED, MATCHED, MATCHED);

    assertThat(records().findMembers(ids("t1", "t2", "t4")))
        .allMatch(lookup -> lookup.kind() == Lookup.Kind.ABSENT);
    assertThat(list(RecordQuery.ended(Duration.ZERO, 10))).containsExactly("t3");
    assertThat(records().remove(going)).containsExactly(NOT_MATCHED, NOT_MATCHED, NOT_MATCHED);
    begin(alone("t1"), alone("t4"));
  }

  @Test
  void whatHasNotEndedIsNotRemoved() {
    for (State state : State.values()) {
      store(state.name(), state);
    }
    TransactionRecord done = record(id("DONE"));
    List<TransactionRecord> asked =
        Stream.of(State.values()).map(state -> record(id(state.name()))).toList();

    List<MatchOutcome> outcomes =
        records()
            .remove(
                asked.stream()
                    .map(record -> of(record.state().isFinal() ? record : ended(record, done)))
                    .toList());

    assertThat(outcomes)
        .isEqualTo(
            asked.stream()
                .map(record -> record.state().isFinal() ? MATCHED : NOT_MATCHED)
                .toList());
  }

  /** The record as it may have been read by who takes it for ended. */
  private static TransactionRecord ended(TransactionRecord record, TransactionRecord done) {
    return Copies.with(
        record, "state", State.DONE, "reason", Optional.empty(), "timeline", done.timeline());
  }

  @Test
  void aRecordThatHasTakenTheIdSinceItWasReadStays() {
    store("t1", State.DONE);
    store("t2", State.DONE);
    TransactionRecord first = record(id("t1"));
    TransactionRecord second = record(id("t2"));
    assertThat(remove(of(first))).isEqualTo(MATCHED);
    letTimePass();
    store("t1", State.DONE);

    assertThat(remove(of(first))).isEqualTo(NOT_MATCHED);
    assertThat(records().remove(List.of(of(first), of(second))))
        .containsExactly(NOT_MATCHED, MATCHED);
    assertThat(lookup(id("t1")).kind()).isEqualTo(Lookup.Kind.FOUND);
  }

  @Test
  void aMemberIsRemovedAsItIsGivenAndItsIdIsFree() {
    ended();
    NewTransaction other = transfer("m3", "A", "B", cents(2));

    assertThat(
            records()
                .remove(
                    List.of(
                        of(document(BATCH, "m1")),
                        of(document(OTHER, "m2")),
                        of(new MemberDocument(BATCH, other, Instant.EPOCH)))))
        .containsExactly(MATCHED, NOT_MATCHED, NOT_MATCHED);
    assertThat(remove(of(document(BATCH, "m9")))).isEqualTo(NOT_MATCHED);

    assertThat(member("m1").kind()).isEqualTo(Lookup.Kind.ABSENT);
    assertThat(document("m2")).contains(document(BATCH, "m2"));
    assertThat(document("m3")).contains(document(BATCH, "m3"));
    begin(alone("m1"));
    assertThat(remove(of(document(BATCH, "m1")))).isEqualTo(NOT_MATCHED);
    assertThat(member("m1").member()).isEmpty();
  }

  @Test
  void aRecordOfSeveralIsRemovedOnceItHasEndedAndItsMembersStay() {
    begin(four());
    move(exclude("m2"), decide());
    assertThat(remove(of(record(BATCH)))).isEqualTo(NOT_MATCHED);
    move(finish(BATCH));

    assertThat(remove(of(record(BATCH)))).isEqualTo(MATCHED);

    assertThat(lookup(BATCH).kind()).isEqualTo(Lookup.Kind.ABSENT);
    assertThat(document("m1")).contains(document(BATCH, "m1"));
    assertThat(records().insert(List.of(NewRecord.tombstone(BATCH))))
        .containsExactly(List.of(BeginOutcome.BEGUN));
    assertThat(remove(of(record(BATCH)))).isEqualTo(MATCHED);
  }
}
