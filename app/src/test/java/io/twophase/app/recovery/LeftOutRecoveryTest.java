package io.twophase.app.recovery;

import static io.twophase.app.recovery.RecoveryWorld.AS_EVER;
import static io.twophase.app.recovery.RecoveryWorld.DEAD;
import static io.twophase.app.recovery.RecoveryWorld.LIVING;
import static io.twophase.app.recovery.RecoveryWorld.batch;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Recovery takes up transfers that a batch left out and whose caller died. */
class LeftOutRecoveryTest {

  private static final NewTransaction M1 = transfer("m1", "A", "B", cents(10));
  private static final NewTransaction M2 = transfer("m2", "A", "C", cents(20));
  private static final NewTransaction M3 = transfer("m3", "B", "C", cents(5));
  private static final NewRecord BATCH = batch("batch:1", false, M1, M2, M3);
  private static final Recovered M2_DONE = new Recovered.Done("m2", State.PENDING);

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();

  /** Behind one that is not seen nobody is refused for funds: it is left out. */
  @Test
  void whoeverDecidesTheBatchOfADeadOneGoesOnWithWhatItLeavesOutInTheSamePass() {
    NewRecord pending = batch("batch:1", false, M1, transfer("big", "A", "B", cents(500)));
    there.begin(pending, DEAD);
    there.removeFirst(pending);

    List<String> recovered = new ArrayList<>();
    there
        .host
        .recovery()
        .pass(
            AS_EVER,
            one -> {
              recovered.add(one.id());
              // the host itself, which goes on living
              there.ownerBeats("batch:1");
            });
    assertThat(recovered).containsExactly("batch:1", "big");

    assertThat(there.isMember("big")).isFalse();
    assertThat(there.state("big")).isEqualTo(State.CANCELED);
  }

  @Test
  void aFullPageOfRecordsOfOthersKeepsNoLaterOneWaiting() {
    Owner third = new Owner(application("third"), DEAD, token("of a third"));
    NewRecord foreign =
        NewRecord.several(
            new RecordId("batch:0"), List.of(transfer("f", "A", "B", cents(1))), false, third);
    there.sound.records().insert(List.of(foreign));
    there.end(foreign, "f");
    there.ended(BATCH, DEAD, "m2");
    RecordQuery first = RecordQuery.leavingOut(Duration.ZERO, RecordQuery.MAX_LIMIT);
    Interceptor full =
        (method, asked, call) ->
            asked.equals(List.of(first))
                ? Collections.nCopies(
                    RecordQuery.MAX_LIMIT, there.sound.records().list(first).get(0))
                : call.make();

    try (TwoPhase recoverer =
        there.host(
            Interceptor.before(Store.class, there.store, full),
            TwoPhaseSettings.of(application("other")))) {
      assertThat(Books.recover(recoverer, RecoveryRequest.leftBy(application("other"))))
          .containsExactly(M2_DONE);
    }
  }

  /** A has 5 left: the hold of a batch that was canceled came late. */
  private void holdLate() {
    NewRecord dead = batch("batch:dead", false, transfer("gone", "A", "B", cents(95)));
    there.begin(dead, DEAD);
    there.canceled(dead.id(), DEAD);
    Claim claim = Claims.of(Member.of(dead.members()), true).all().get(0);
    assertThat(there.sound.holds().place(List.of(new Placing(dead.id(), Epoch.FIRST, claim))))
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.HELD);
  }

  @Test
  void whatADeadBatchHoldsKeepsNoneOut() {
    there.ended(BATCH, DEAD, "m2");
    there.begin(transfer("lone", "A", "B", cents(30)), DEAD);
    holdLate();

    assertThat(there.recover())
        .containsExactlyInAnyOrder(M2_DONE, new Recovered.Done("lone", State.PENDING));
  }

  @Test
  void whatADeadBatchHoldsDoesNotRefuseOneThatItsCallerGoesOnWith() {
    there.ended(BATCH, LIVING, "m2");
    holdLate();

    assertThat(
            there
                .host
                .transfers()
                .transfer(new TransferRequest(M2.id(), accountId("A"), accountId("C"), cents(20)))
                .isApplied())
        .isTrue();
    assertThat(there.balance("A")).isEqualTo(80);
  }
}
