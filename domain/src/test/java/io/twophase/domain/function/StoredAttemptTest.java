package io.twophase.domain.function;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.testing.StoredRecords.lone;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.PENDING;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.function.StoredAttempt.Conflicted;
import io.twophase.domain.function.StoredAttempt.Refused;
import io.twophase.domain.function.StoredAttempt.Undecided;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionLookup.Removed;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stored attempt of a function … */
class StoredAttemptTest {

  private static final Optional<Value> SEVEN = Optional.of(new Value.Int32(7));
  private static final Attempt ASKED = new Attempt(transactionId("f"), 1, SEVEN);
  private static final NewTransaction PAY = transfer("f", "A", "B", usd("5"));
  private static final Optional<Duration> NOW = Optional.of(ZERO);
  private static final CancelReason CONFLICT = new CancelReason.Recovered();
  private static final BodyDifference DIFFERENCE =
      new BodyDifference("function", "none", "attempt 1 of f");

  private static Transaction stored(State state) {
    return lone(state, PAY.labelled(Labels.NONE.of(Optional.of(ASKED))));
  }

  private static Transaction conflicting(NewTransaction body) {
    return Copies.with(lone(CANCELED, body), "reason", Optional.of(CONFLICT));
  }

  static Stream<Arguments> answers() {
    NewTransaction tombstone = NewTransaction.tombstone(PAY.id());
    Transaction another = lone(State.DONE, PAY);
    return Stream.of(
        arguments(stored(PENDING), new Undecided(stored(PENDING).body())),
        arguments(stored(State.APPLIED), new StoredAttempt.Happened(SEVEN, false)),
        arguments(stored(State.DONE), new StoredAttempt.Happened(SEVEN, true)),
        arguments(stored(CANCELED), new Refused(ON_REQUEST)),
        arguments(conflicting(stored(CANCELED).body()), new Conflicted(CONFLICT, NOW)),
        arguments(conflicting(tombstone), new Conflicted(CONFLICT, NOW)),
        arguments(
            another,
            new Refused(
                new Refusal.IdReused(PAY.id(), Optional.of(another), List.of(DIFFERENCE)))));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answersForTheFunctionAsARecordAndAsAReceipt(Transaction stored, StoredAttempt answer) {
    assertThat(found(stored)).contains(answer);
    StoredAttempt ofReceipt =
        answer instanceof Refused refused && refused.reason() instanceof Refusal.IdReused reused
            ? new Refused(new Refusal.IdReused(reused.id(), Optional.empty(), reused.differences()))
            : answer.equals(new Conflicted(CONFLICT, NOW))
                ? new Conflicted(CONFLICT, Optional.empty())
                : answer;
    Receipt.of(stored)
        .ifPresent(
            receipt ->
                assertThat(StoredAttempt.of(ASKED, new Removed(receipt))).contains(ofReceipt));
  }

  private static Optional<StoredAttempt> found(Transaction stored) {
    return StoredAttempt.of(ASKED, new TransactionLookup.Found(stored, ZERO, Optional.empty()));
  }

  @Test
  void isNothingWhereTheIdIsFreeAndUnreadableWhereTheRecordIs() {
    assertThat(StoredAttempt.of(ASKED, new TransactionLookup.Absent(PAY.id()))).isEmpty();
    assertThat(StoredAttempt.of(ASKED, new TransactionLookup.Unreadable("f", "state: 7")))
        .contains(new StoredAttempt.Unreadable("state: 7"));
  }
}
