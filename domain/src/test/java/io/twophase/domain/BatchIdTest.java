package io.twophase.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.hold.RecordId;
import org.junit.jupiter.api.Test;

/** A batch's id … */
class BatchIdTest {

  @Test
  void beginsWithWhatOnlyBatchesBeginWith() {
    assertThat(BatchId.parse("batch:7").get()).isEqualTo(new BatchId("batch:7"));
    assertThat(BatchId.parse("t7").getLeft().message()).contains("batch:");
    assertThat(BatchId.parse("batch:").isLeft()).isTrue();
    assertThat(BatchId.parse("batch:7 ").isLeft()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> new BatchId("t7"));
    assertThatIllegalArgumentException().isThrownBy(() -> new BatchId("batch:7 "));
    assertThat(RecordId.parse("batch:7").get().isOfMany()).isTrue();
    assertThat(RecordId.parse("batch:").getLeft().message()).contains("batch:");
    assertThat(BatchId.isReserved("batch:7")).isTrue();
    assertThat(BatchId.isReserved("abatch:7")).isFalse();
  }

  @Test
  void isSortedBytewise() {
    assertThat(new BatchId("batch:1")).isLessThan(new BatchId("batch:2"));
    assertThat(new BatchId("batch:1")).hasToString("batch:1");
  }
}
