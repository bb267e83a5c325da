package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.recordOf;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A canceling worker")
class CancelStoriesTest {

  @Test
  @DisplayName("of the policy that recovery cancels gives recovery as the reason")
  void abandon() {
    Story.of(new Goal.Abandon())
        .told("seen PENDING other@1 stuck")
        .next("begin cancel@1")
        .told("moved MATCHED")
        .told("matches MATCHED NOT_MATCHED")
        .told("moved MATCHED")
        .ends(new Result.Canceled(new CancelReason.Recovered(), true));
  }

  @Test
  @DisplayName("cancels a submitted transaction in one write")
  void cancelInitial() {
    Story.canceling()
        .told("seen INITIAL nobody@0")
        .next("cancel unclaimed")
        .told("moved MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("cancels a pending transaction, releasing whatever epoch's holds it has")
  void cancelPending() {
    Story.canceling()
        .told("seen PENDING other@3")
        .next("begin cancel@3")
        .told("moved MATCHED")
        .next("release@3 A B")
        .told("matches MATCHED MATCHED")
        .told("moved MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("cancels at the newer epoch where a take-over came before it")
  void cancelOvertaken() {
    Story.canceling()
        .told("seen PENDING other@1")
        .told("moved NOT_MATCHED")
        .told("seen PENDING other@2")
        .next("begin cancel@2");
  }

  @Test
  @DisplayName("does not cancel what is decided to happen")
  void cancelDecided() {
    Story.canceling().told("seen APPLIED other@1").ends(new Result.AlreadyDecided(State.APPLIED));
    Story.canceling().told("seen DONE other@1").ends(new Result.AlreadyDecided(State.DONE));
  }

  @Test
  @DisplayName("gives the answer of the first cancel, not its own reason, to a second one")
  void cancelCanceled() {
    CancelReason first = new CancelReason.Requested("first");
    Transaction canceled = recordOf(EventFixture.BODY).because(first).in(State.CANCELED).build();
    Story.of(new Goal.Cancel(new CancelReason.Requested("second")))
        .told(new Event.Seen(new TransactionLookup.Found(canceled, Duration.ZERO), false))
        .ends(new Result.Canceled(first, true));
  }

  @Test
  @DisplayName("carries on what another began to cancel, and gives the other's reason")
  void carriesOn() {
    Story.of(new Goal.Resume())
        .told("seen CANCELING other@2")
        .next("release@2 A B")
        .told("matches MATCHED NOT_MATCHED")
        .next("finish cancel")
        .told("moved NOT_MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
    Story.of(new Goal.Resume())
        .told("seen CANCELING other@2")
        .told("gave up")
        .ends(new Result.Canceled(ON_REQUEST, false));
  }
}
