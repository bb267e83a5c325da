package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.test.contract.Moment;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link BatchRepository#leavingOut} and {@link BatchRepository#forgetLeftOut}. */
public abstract class LeavingOutContract extends BatchContract {

  private static final int MANY = 100;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected LeavingOutContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  private List<BatchId> leavingOut() {
    return ids(batches().leavingOut(Duration.ZERO, MANY));
  }

  @Test
  void whatHasEndedAndLeftSomebodyOutIsShown() {
    begin(four());
    move(exclude("m2"));
    assertThat(leavingOut()).isEmpty();
    move(decide());
    assertThat(read(BATCH).leavesOut()).isTrue();
    assertThat(leavingOut()).isEmpty();

    move(finish());

    assertThat(read(BATCH).leavesOut()).isTrue();
    assertThat(leavingOut()).containsExactly(BATCH);
  }

  @Test
  void whatHasLeftNobodyOutIsNotShown() {
    begin(batch(BATCH, "m1", "m2"));
    BatchTransition.Decide ofAll =
        new BatchTransition.Decide(
            BATCH,
            epoch(1),
            LinkedHashMap.empty(),
            new Verdict(LinkedHashMap.of(transactionId("m2"), REFUSAL), LinkedHashSet.empty()));
    move(ofAll, finish());
    begin(batch(OTHER, "m3"));
    move(
        new BatchTransition.BeginCancel(OTHER, ofAll.epoch(), ON_REQUEST, RIVAL, List.of()),
        new BatchTransition.FinishCancel(OTHER));

    assertThat(read(BATCH).leavesOut()).isFalse();
    assertThat(read(OTHER).leavesOut()).isFalse();
    assertThat(leavingOut()).isEmpty();
  }

  @Test
  void aTombstoneMayBeNamedByAnybody() {
    batches().bury(List.of(BATCH));

    assertThat(leavingOut()).containsExactly(BATCH);
    assertThat(read(BATCH).leavesOut()).isTrue();
  }

  @Test
  void whatIsForgottenIsShownNoMoreAndElseAsItWas() {
    decided();
    move(finish());
    BatchRecord before = read(BATCH);

    assertThat(batches().forgetLeftOut(BATCH)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(leavingOut()).isEmpty();
    assertThat(read(BATCH)).isEqualTo(before.withoutLeftOut());
    assertThat(ids(batches().ended(new EndedQuery(Duration.ZERO, MANY)))).containsExactly(BATCH);
    assertThat(batches().forgetLeftOut(BATCH)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(read(BATCH)).isEqualTo(before.withoutLeftOut());
  }

  @Test
  void whatHasNotEndedIsNotForgotten() {
    decided();

    assertThat(batches().forgetLeftOut(BATCH)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(batches().forgetLeftOut(OTHER)).isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(read(BATCH).leavesOut()).isTrue();
    move(finish());
    assertThat(leavingOut()).containsExactly(BATCH);
  }

  @Test
  void whatHasJustEndedIsLeftOut() {
    decided();
    move(finish());
    batches().bury(List.of(OTHER));

    assertThat(batches().leavingOut(Duration.ofHours(1), MANY)).isEmpty();
  }

  @Test
  void theOldestComeFirstAndNoMoreThanAskedFor() {
    for (int each : List.of(3, 1, 2)) {
      batches().bury(List.of(new BatchId("batch:" + each)));
      Moment.pass();
    }
    List<BatchId> inOrder =
        List.of(new BatchId("batch:3"), new BatchId("batch:1"), new BatchId("batch:2"));

    assertThat(leavingOut()).isEqualTo(inOrder);
    assertThat(ids(batches().leavingOut(Duration.ZERO, 2))).isEqualTo(inOrder.subList(0, 2));
  }
}
