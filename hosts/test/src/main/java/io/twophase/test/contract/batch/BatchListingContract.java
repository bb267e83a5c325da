package io.twophase.test.contract.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.BatchId;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.test.contract.Moment;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link BatchRepository#unfinished} and {@link BatchRepository#ended}. */
public abstract class BatchListingContract extends BatchContract {

  private static final int MANY = 100;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected BatchListingContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  private List<BatchId> unfinished() {
    return ids(batches().unfinished(Duration.ZERO, MANY));
  }

  private List<BatchId> ended() {
    return ids(batches().ended(new EndedQuery(Duration.ZERO, MANY)));
  }

  @Test
  void thatThereIsABatchIsNeverDenied() {
    beginAlone("batch");
    beginAlone("batch;");
    decided();
    assertThat(batches().hasRecords()).isTrue();

    move(finish());

    assertThat(batches().hasRecords()).isTrue();
  }

  @Test
  void whatIsPendingOrToBeSettledIsUnfinished() {
    begin(four());
    assertThat(unfinished()).containsExactly(BATCH);
    move(exclude("m2"));
    assertThat(unfinished()).containsExactly(BATCH);
    move(decide());
    assertThat(unfinished()).containsExactly(BATCH);
    assertThat(ended()).isEmpty();

    move(finish());

    assertThat(read(BATCH).state().isFinal()).isTrue();
    assertThat(unfinished()).isEmpty();
    assertThat(ended()).containsExactly(BATCH);
  }

  @Test
  void whatIsBeingCanceledIsUnfinished() {
    begin(four());
    move(beginCancel());
    assertThat(unfinished()).containsExactly(BATCH);
    assertThat(ended()).isEmpty();

    move(finishCancel());

    assertThat(read(BATCH).state().isFinal()).isTrue();
    assertThat(unfinished()).isEmpty();
    assertThat(ended()).containsExactly(BATCH);
  }

  @Test
  void aTombstoneHasEnded() {
    batches().bury(List.of(BATCH));

    assertThat(unfinished()).isEmpty();
    assertThat(ended()).containsExactly(BATCH);
  }

  @Test
  void loneTransactionsAreNoBatches() {
    beginAlone("m1");

    assertThat(batches().unfinished(Duration.ZERO, MANY)).isEmpty();
    assertThat(batches().ended(new EndedQuery(Duration.ZERO, MANY))).isEmpty();
  }

  @Test
  void whatHasJustChangedIsLeftOut() {
    begin(four());
    batches().bury(List.of(OTHER));

    assertThat(batches().unfinished(Duration.ofHours(1), MANY)).isEmpty();
    assertThat(batches().ended(new EndedQuery(Duration.ofHours(1), MANY))).isEmpty();
  }

  @Test
  void theOldestComeFirstAndNoMoreThanAskedFor() {
    for (int each : List.of(3, 1, 2)) {
      begin(batch(new BatchId("batch:" + each), "m" + each));
      Moment.pass();
    }
    List<BatchId> inOrder =
        List.of(new BatchId("batch:3"), new BatchId("batch:1"), new BatchId("batch:2"));

    assertThat(unfinished()).isEqualTo(inOrder);
    assertThat(ids(batches().unfinished(Duration.ZERO, 2))).isEqualTo(inOrder.subList(0, 2));
  }
}
