package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.StoredRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A transaction record … */
class TransactionTest {

  private static final NewTransaction BODY = transfer("t", "A", "B", usd("5"));
  private static final TransactionRecord BEGUN =
      NewRecord.alone(BODY, new Owner(APP, token("me"))).stored(NOW);

  @Test
  void thatIsSubmittedBelongsToNobody() {
    Transaction record = NewRecord.submitted(BODY).stored(NOW).alone().orElseThrow();
    assertThat(record).isEqualTo(recordOf(BODY).unclaimed().build());
    assertThat(record.history()).hasSize(1);
    assertThat(record.token()).isEmpty();
  }

  @Test
  void thatIsBegunBelongsToItsFirstOwnerAtTheFirstEpoch() {
    Transaction record = BEGUN.alone().orElseThrow();
    assertThat(record).isEqualTo(recordOf(BODY).ownedBy(token("me")).build());
    assertThat(record.application()).contains(APP);
    assertThat(record.token()).contains(token("me"));
    assertThat(record.createdAt()).isEqualTo(record.lastModified()).isEqualTo(NOW);
  }

  @Test
  void keepsTheTimeOfItsLastTakeOverHoweverOftenItIsTakenOver() {
    TransactionRecord record = BEGUN;
    for (int at = 1; at <= 100; at++) {
      Instant then = NOW.plusSeconds(at);
      Owner next = new Owner(APP, token("t" + at));
      record = Transition.acquire(record.id(), epoch(at), next).apply(record, then).orElseThrow();
    }
    assertThat(record.alone().orElseThrow().history())
        .containsExactly(
            new HistoryEntry(State.PENDING, epoch(1), Optional.empty(), NOW),
            new HistoryEntry(State.PENDING, epoch(101), Optional.of(APP), NOW.plusSeconds(100)));
  }

  @Test
  void tellsEachOfItsStepsOnce() {
    ApprovalRule rule = new ApprovalRule(1, List.of(new ApproverName("Ann")));
    NewTransaction body =
        BODY.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Optional.of(rule)));
    TransactionRecord record = NewRecord.submitted(body).stored(NOW);
    Owner owner = new Owner(APP, token("me"));
    List<Transition> way =
        List.of(
            Transition.acquire(record.id(), epoch(0), owner),
            Transition.authorize(record.id(), epoch(1)),
            Transition.approve(record.id(), epoch(1), new ApproverName("Ann")),
            Transition.capture(body.id(), epoch(1), List.of(), 1, owner),
            Transition.finish(record.id(), State.APPLIED));
    for (int at = 0; at < way.size(); at++) {
      record = way.get(at).apply(record, NOW.plusSeconds(at + 1)).orElseThrow();
    }
    assertThat(record.approvals()).containsExactly(new ApproverName("Ann"));
    assertThat(record.alone().orElseThrow().history())
        .containsExactly(
            new HistoryEntry(State.INITIAL, epoch(0), Optional.empty(), NOW),
            new HistoryEntry(State.PENDING, epoch(1), Optional.of(APP), NOW.plusSeconds(1)),
            new HistoryEntry(State.AUTHORIZED, epoch(1), Optional.of(APP), NOW.plusSeconds(2)),
            new HistoryEntry(State.APPLIED, epoch(1), Optional.of(APP), NOW.plusSeconds(4)),
            new HistoryEntry(State.DONE, epoch(1), Optional.of(APP), NOW.plusSeconds(5)));
  }

  @Test
  void thatIsCanceledTellsThatItWasBeingCanceled() {
    TransactionRecord record =
        StoredRecords.in(State.CANCELED, StoredRecords.alone(BODY), StoredRecords.leaving());
    assertThat(record.alone().orElseThrow().history())
        .extracting(HistoryEntry::state)
        .containsExactly(State.PENDING, State.CANCELING, State.CANCELED);
    assertThat(record.timeline().map(at -> at.plusSeconds(1)).finishedAt())
        .contains(NOW.plusSeconds(1));
  }

  @Test
  void saysWhyItWasCanceledForPeopleAndForPrograms() {
    assertThat(ON_REQUEST.kind()).isEqualTo("Canceled");
    assertThat(new CancelReason.Requested("").message()).isEqualTo("canceled on request");
    assertThat(new CancelReason.Recovered().kind()).isEqualTo("CanceledByRecovery");
    assertThat(new CancelReason.Recovered().message()).contains("recovery");
  }
}
