package io.twophase.adapter.inmemory;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store's clock is the one that it was given. */
class InMemoryClockTest {

  private Instant time = NOW;
  private final TransactionRepository transactions =
      InMemoryStore.create(() -> time).transactions();

  @BeforeEach
  void submit() {
    transactions.begin(List.of(new NewRecord.Submitted(transfer("t1", "A", "B", usd("1")))));
  }

  @Test
  void aRecordIsStampedWhenItIsBegunAndWhenItIsMoved() {
    time = NOW.plusSeconds(5);
    transactions.advance(List.of(new Transition.Claim(transactionId("t1"), APP, token("mine"))));

    Transaction record = find().record();
    assertThat(record.createdAt()).isEqualTo(NOW);
    assertThat(record.lastModified()).isEqualTo(NOW.plusSeconds(5));
    assertThat(record.history()).extracting("at").containsExactly(NOW, NOW.plusSeconds(5));
  }

  @Test
  void aTransitionThatDoesNotMatchStampsNothing() {
    time = NOW.plusSeconds(5);
    transactions.advance(List.of(new Transition.Finish(transactionId("t1"))));

    assertThat(find().record().lastModified()).isEqualTo(NOW);
  }

  @Test
  void aRecordTellsForHowLongNothingHasChangedIt() {
    time = NOW.plusSeconds(90);

    assertThat(find().unmodifiedFor()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aClockThatIsSetBackMakesNoNegativeDuration() {
    time = NOW.minusSeconds(90);

    assertThat(find().unmodifiedFor()).isZero();
  }

  @Test
  void timesAreKeptToTheMillisecond() {
    time = NOW.plusNanos(1_999_999);
    transactions.advance(List.of(new Transition.Claim(transactionId("t1"), APP, token("mine"))));

    assertThat(find().record().lastModified()).isEqualTo(NOW.plusMillis(1));
  }

  private TransactionLookup.Found find() {
    return (TransactionLookup.Found) transactions.find(List.of(transactionId("t1"))).get(0);
  }
}
