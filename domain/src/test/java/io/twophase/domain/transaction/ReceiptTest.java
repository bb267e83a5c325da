package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.testing.StoredRecords.lone;
import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The receipt of a removed transaction … */
class ReceiptTest {

  private static final NewTransaction BODY = transfer("t", "A", "B", usd("5"));
  private static final Attempt ATTEMPT =
      new Attempt(transactionId("t"), 1, Optional.of(new Value.Int32(7)));

  private static Receipt done(NewTransaction body) {
    return Receipt.of(lone(DONE, body)).orElseThrow();
  }

  @Test
  void answersWhoeverAsksForTheSame() {
    assertThat(done(BODY).isAnswerTo(BODY)).isTrue();
    assertThat(done(BODY).isAnswerTo(transfer("t", "A", "B", usd("6")))).isFalse();
    assertThat(done(BODY).isTombstone()).isFalse();
    Receipt tombstone =
        Receipt.of(
                NewRecord.submitted(NewTransaction.tombstone(BODY.id()))
                    .stored(NOW)
                    .alone()
                    .orElseThrow())
            .orElseThrow();
    assertThat(tombstone.isAnswerTo(BODY)).isTrue();
    assertThat(tombstone.isTombstone()).isTrue();
    assertThat(BodyDigest.of(BODY)).hasToString(BodyDigest.of(BODY).hex());
  }

  @Test
  void keepsWhatAFunctionReturnedOnlyIfItHasHappened() {
    NewTransaction body = BODY.labelled(Labels.NONE.of(Optional.of(ATTEMPT)));
    assertThat(done(body).attempt()).contains(ATTEMPT);
    Transaction canceled = lone(State.CANCELED, body);
    assertThat(Receipt.of(canceled).orElseThrow().attempt()).contains(ATTEMPT.withoutValue());
  }

  @Test
  void keepsHowMuchWasMovedOnlyOfWhatTookAsMuchAsThereWasAndWasLess() {
    NewTransaction most =
        accepted(
            NewTransaction.transfer(BODY.id(), accountId("A"), accountId("B"), usd("5"), true));
    assertThat(done(most).moved()).isEmpty();
    assertThat(moving(most, List.of(300L, 300L)).moved()).contains(300L);
    assertThat(moving(BODY, List.of(300L, 300L)).moved()).isEmpty();
  }

  private static Receipt moving(NewTransaction body, List<Long> amounts) {
    NewRecord begun = StoredRecords.alone(body);
    Verdict verdict = new Verdict(Map.of(), Set.of(), Set.of(), Map.of(body.id(), amounts));
    return Receipt.of(StoredRecords.in(DONE, begun, verdict).alone().orElseThrow()).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void isNoneOfAnAuthorizationThatWaitsThoughItHasExpired(State state) {
    AuthorizationTerms terms = new AuthorizationTerms(Duration.ofDays(1));
    Transaction there = lone(state, BODY.authorizedUnder(terms));
    boolean waits = state == State.AUTHORIZED;
    assertThat(there.expiresAt()).contains(NOW.plus(Duration.ofDays(1)));
    assertThat(there.isOverdueAt(NOW.plus(Duration.ofDays(1)))).isEqualTo(waits);
    assertThat(there.isOverdueAt(NOW.plus(Duration.ofDays(1)).minusMillis(1))).isFalse();
    assertThat(Receipt.of(there).isPresent()).isEqualTo(state.isFinal());
    assertThat(there.history().stream().map(HistoryEntry::state))
        .contains(state.isFinal() || state == State.INITIAL ? state : State.PENDING);
  }
}
