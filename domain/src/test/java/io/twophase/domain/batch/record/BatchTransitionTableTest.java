package io.twophase.domain.batch.record;

import static io.twophase.domain.batch.record.BatchRecords.APPLIED;
import static io.twophase.domain.batch.record.BatchRecords.CANCELED;
import static io.twophase.domain.batch.record.BatchRecords.CANCELING;
import static io.twophase.domain.batch.record.BatchRecords.DECIDE;
import static io.twophase.domain.batch.record.BatchRecords.DONE;
import static io.twophase.domain.batch.record.BatchRecords.EXCLUDING;
import static io.twophase.domain.batch.record.BatchRecords.ID;
import static io.twophase.domain.batch.record.BatchRecords.OTHER;
import static io.twophase.domain.batch.record.BatchRecords.OWNER;
import static io.twophase.domain.batch.record.BatchRecords.PENDING;
import static io.twophase.domain.batch.record.BatchRecords.TOMBSTONE;
import static io.twophase.domain.batch.record.BatchRecords.id;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A transition of a batch's record")
class BatchTransitionTableTest {

  private static final Map<String, BatchRecord> RECORDS =
      Map.of(
          "pending", PENDING,
          "pending, m2 excluded", EXCLUDING,
          "pending at epoch 2", BatchRecords.change(PENDING, takeOver(1)),
          "applied", APPLIED,
          "done", DONE,
          "canceling", CANCELING,
          "canceled", CANCELED,
          "tombstone", TOMBSTONE);

  private static BatchTransition takeOver(long expected) {
    return new BatchTransition.TakeOver(ID, epoch(expected), OTHER);
  }

  private static BatchTransition decide(long epoch) {
    return new BatchTransition.Decide(
        ID, epoch(epoch), LinkedHashMap.empty(), Verdict.allApplied());
  }

  private static BatchTransition exclude(String member) {
    return new BatchTransition.Exclude(ID, id(member), ON_REQUEST);
  }

  /** A transition, and the records that it finds as it must. */
  record Row(BatchTransition transition, Set<String> finds) {}

  static Stream<Row> rows() {
    return Stream.of(
        new Row(takeOver(1), Set.of("pending", "pending, m2 excluded")),
        new Row(takeOver(2), Set.of("pending at epoch 2")),
        new Row(decide(1), Set.of("pending")),
        new Row(decide(2), Set.of("pending at epoch 2")),
        new Row(DECIDE, Set.of("pending, m2 excluded")),
        new Row(exclude("m1"), Set.of("pending", "pending, m2 excluded", "pending at epoch 2")),
        new Row(exclude("m2"), Set.of("pending", "pending at epoch 2")),
        new Row(exclude("m9"), Set.of()),
        new Row(new BatchTransition.Finish(ID), Set.of("applied")),
        new Row(
            new BatchTransition.BeginCancel(ID, epoch(1), ON_REQUEST, OWNER, List.of()),
            Set.of("pending", "pending, m2 excluded")),
        new Row(new BatchTransition.FinishCancel(ID), Set.of("canceling")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void appliesToTheRecordsThatItFinds(Row row) {
    RECORDS.forEach(
        (name, record) ->
            assertThat(row.transition().apply(record, NOW).isRight())
                .as("%s on one that is %s", row.transition(), name)
                .isEqualTo(row.finds().contains(name)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void isSeenInTheRecordThatItLeaves(Row row) {
    for (String name : row.finds()) {
      BatchRecord before = RECORDS.get(name);
      BatchRecord after = row.transition().apply(before, NOW.plusSeconds(1)).get();
      assertThat(row.transition().left(after)).isTrue();
      assertThat(row.transition().left(before)).isFalse();
      assertThat(after.lastModified()).isEqualTo(NOW.plusSeconds(1));
      assertThat(after.createdAt()).isEqualTo(before.createdAt());
      assertThat(row.transition().batch()).isEqualTo(ID);
    }
  }

  @Test
  void onlyTheTwoThatEndItAreClosing() {
    assertThat(rows().map(Row::transition).filter(BatchTransition::isClosing))
        .containsExactly(new BatchTransition.Finish(ID), new BatchTransition.FinishCancel(ID));
  }

  @Test
  void oneThatDoesNotApplySaysWhatItFound() {
    BatchTransition.NotApplicable found = takeOver(1).apply(DONE, NOW).getLeft();
    assertThat(found.state()).isEqualTo(State.DONE);
    assertThat(found.epoch()).isEqualTo(epoch(1));
  }

  @Test
  void aTakeOverHasAnotherOwnerAndTheNextEpoch() {
    BatchRecord taken = BatchRecords.change(PENDING, takeOver(1));
    assertThat(taken.epoch()).isEqualTo(epoch(2));
    assertThat(taken.isOwnedBy(OTHER.token())).isTrue();
    assertThat(taken.isOwnedBy(OWNER.token())).isFalse();
  }
}
