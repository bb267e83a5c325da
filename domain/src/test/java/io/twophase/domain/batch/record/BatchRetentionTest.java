package io.twophase.domain.batch.record;

import static io.twophase.domain.batch.record.BatchRecords.APPLIED;
import static io.twophase.domain.batch.record.BatchRecords.CANCELED;
import static io.twophase.domain.batch.record.BatchRecords.DONE;
import static io.twophase.domain.batch.record.BatchRecords.ID;
import static io.twophase.domain.batch.record.BatchRecords.TOMBSTONE;
import static io.twophase.domain.batch.record.BatchRecords.TRANSFERS;
import static io.twophase.domain.testing.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.id.BatchId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Retention of a batch")
class BatchRetentionTest {

  private static final BatchRetention DAY = new BatchRetention(Duration.ofDays(1));
  private static final MemberDocument MINE = new MemberDocument(ID, TRANSFERS.get(0));
  private static final MemberDocument GONE_ON =
      new MemberDocument(new BatchId("batch:2"), TRANSFERS.get(1));

  private static BatchRetention.Removal of(
      BatchRecord record, Duration later, MemberDocument... documents) {
    return DAY.of(record, List.of(documents), NOW.plus(later));
  }

  @Test
  void removesTheMembersFirst() {
    BatchRetention.Removal removal = of(DONE, Duration.ofDays(1), MINE, GONE_ON);
    assertThat(removal.members()).containsExactly(MINE);
    assertThat(removal.record()).isEmpty();
  }

  @Test
  void removesTheRecordWhenNoMemberNamesIt() {
    assertThat(of(DONE, Duration.ofDays(1), GONE_ON).record()).contains(DONE);
    assertThat(of(CANCELED, Duration.ofDays(1)).record()).contains(CANCELED);
  }

  @Test
  void keepsWhatHasNotEndedForLongEnough() {
    BatchRetention.Removal none = of(DONE, Duration.ofHours(23), MINE);
    assertThat(none.members()).isEmpty();
    assertThat(none.record()).isEmpty();
    assertThat(of(APPLIED, Duration.ofDays(9)).record()).isEmpty();
    assertThat(of(APPLIED, Duration.ofDays(9), MINE).members()).isEmpty();
    assertThat(APPLIED.endedAt()).isEmpty();
    assertThat(DONE.endedAt()).contains(NOW);
  }

  @Test
  void keepsATombstoneThatAMemberNamesAndTheMemberToo() {
    BatchRetention.Removal none = of(TOMBSTONE, Duration.ofDays(9), MINE);
    assertThat(none.members()).isEmpty();
    assertThat(none.record()).isEmpty();
    assertThat(of(TOMBSTONE, Duration.ofDays(9)).record()).contains(TOMBSTONE);
  }

  @Test
  void keepsAMemberThatWasLeftOutAndItsRecord() {
    MemberDocument left = new MemberDocument(ID, TRANSFERS.get(3));
    BatchRetention.Removal others = of(DONE, Duration.ofDays(9), MINE, left);
    assertThat(others.members()).containsExactly(MINE);
    assertThat(others.record()).isEmpty();
    BatchRetention.Removal none = of(DONE, Duration.ofDays(9), left);
    assertThat(none.members()).isEmpty();
    assertThat(none.record()).isEmpty();
    assertThat(of(CANCELED, Duration.ofDays(9), left).members()).containsExactly(left);
  }

  @Test
  void isForATimeAboveZero() {
    assertThatThrownBy(() -> new BatchRetention(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
