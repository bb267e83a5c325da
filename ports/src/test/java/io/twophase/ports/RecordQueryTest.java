package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages of records, where the contract of the records does not come to them. */
class RecordQueryTest {

  private static final RecordQuery ENDED = RecordQuery.ended(Duration.ZERO, 7);

  private static final TransactionRecord CANCELED =
      NewRecord.tombstone(new RecordId("batch:1")).stored(NOW);

  @Test
  void theNextPageSkipsWhatCannotBeReadBehindTheLastRecord() {
    Lookup odd = Lookup.unreadable("odd", "no state");
    Lookup read = Lookup.found(CANCELED, Duration.ZERO);

    assertThat(ENDED.after(List.of(odd, read, odd, odd)))
        .isEqualTo(ENDED.after(CANCELED).withSkip(2));
    assertThat(ENDED.after(List.of(odd)).after(List.of(odd))).isEqualTo(ENDED.withSkip(2));
  }

  @Test
  void noPageComesAfterWhatTheQueryDoesNotList() {
    Transaction authorization =
        NewRecord.submitted(
                transfer("t1", "A", "B", cents(5))
                    .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))))
            .stored(NOW)
            .alone()
            .orElseThrow();
    RecordQuery latest = RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ENDED.after(authorization))
        .withMessage("t1 is not among the ENDED");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> latest.after(CANCELED))
        .withMessage("batch:1 is not among the LATEST");
  }

  @Test
  void theStateThatIsAskedForIsForgotten() {
    RecordQuery latest = RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1);

    assertThat(
            RecordQuery.latest(Optional.of(State.DONE), Optional.empty(), Labels.NONE, 1)
                .inAnyState())
        .isEqualTo(latest);
  }
}
