package io.twophase.adapter.inmemory;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store's clock is the one that it was given. */
class InMemoryClockTest {

  private static final RecordId T1 = RecordId.of(transactionId("t1"));
  private static final Transition CLAIM =
      Transition.acquire(T1, Epoch.NONE, new Owner(APP, token("mine")));

  private Instant time = NOW;
  private final Records records = InMemoryStore.create(() -> time).records();

  @BeforeEach
  void submit() {
    records.insert(List.of(NewRecord.submitted(transfer("t1", "A", "B", usd("1")))));
  }

  @Test
  void aRecordIsStampedWhenItIsBegunAndWhenItIsMoved() {
    time = NOW.plusSeconds(5);
    records.move(List.of(CLAIM));

    Transaction record = find().transaction().orElseThrow();
    assertThat(record.createdAt()).isEqualTo(NOW);
    assertThat(record.lastModified()).isEqualTo(NOW.plusSeconds(5));
    assertThat(record.history()).extracting("at").containsExactly(NOW, NOW.plusSeconds(5));
  }

  @Test
  void aTransitionThatDoesNotMatchStampsNothing() {
    time = NOW.plusSeconds(5);
    records.move(List.of(Transition.finish(T1, State.APPLIED)));

    assertThat(find().transaction().orElseThrow().lastModified()).isEqualTo(NOW);
  }

  @Test
  void aRecordTellsForHowLongNothingHasChangedIt() {
    time = NOW.plusSeconds(90);

    assertThat(find().unmodifiedFor()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aMemberTellsForHowLongNothingHasChangedItsRecord() {
    RecordId batch = new RecordId("batch:1");
    records.insert(
        List.of(
            NewRecord.several(
                batch,
                List.of(transfer("m1", "A", "B", usd("1"))),
                false,
                new Owner(APP, token("mine")))));
    time = NOW.plusSeconds(60);
    records.move(
        List.of(
            Transition.decide(
                batch, List.of(transactionId("m1")), Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED)));
    time = NOW.plusSeconds(90);

    assertThat(records.findMembers(List.of(transactionId("m1"))).get(0).unmodifiedFor())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aClockThatIsSetBackMakesNoNegativeDuration() {
    time = NOW.minusSeconds(90);

    assertThat(find().unmodifiedFor()).isZero();
  }

  @Test
  void aClockThatIsSetBackRemovesNoReceiptOfLater() {
    List<TransactionId> t1 = List.of(transactionId("t1"));
    records.move(List.of(CLAIM));
    records.move(List.of(Transition.decide(T1, t1, Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED)));
    records.move(List.of(Transition.finish(T1, State.APPLIED)));
    TransactionRecord done = find().record().orElseThrow();
    Optional<Receipt> receipt = Receipt.of(find().transaction().orElseThrow());
    records.remove(List.of(new Removal(Either.left(done), receipt)));
    time = NOW.minusSeconds(1);

    assertThat(records.removeReceipts(Duration.ZERO, 10)).isZero();

    time = NOW;
    assertThat(records.removeReceipts(Duration.ZERO, 10)).isEqualTo(1);
  }

  @Test
  void timesAreKeptToTheMillisecond() {
    time = NOW.plusNanos(1_999_999);
    records.move(List.of(CLAIM));

    assertThat(find().transaction().orElseThrow().lastModified()).isEqualTo(NOW.plusMillis(1));
  }

  private Lookup find() {
    return records.find(List.of(T1)).get(0);
  }
}
