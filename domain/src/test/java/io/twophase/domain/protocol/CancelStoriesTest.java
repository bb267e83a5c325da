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
        .observes("seen PENDING other@1 stuck")
        .next("begin cancel@1")
        .observes("moved MATCHED")
        .observes("matches MATCHED NOT_MATCHED")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(new CancelReason.Recovered(), true));
  }

  @Test
  @DisplayName("cancels a submitted transaction in one write")
  void cancelInitial() {
    Story.canceling()
        .observes("seen INITIAL nobody@0")
        .next("cancel unclaimed")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("cancels a pending transaction, releasing whatever epoch's holds it has")
  void cancelPending() {
    Story.canceling()
        .observes("seen PENDING other@3")
        .next("begin cancel@3")
        .observes("moved MATCHED")
        .next("release@3 A B")
        .observes("matches MATCHED MATCHED")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("cancels at the newer epoch where a take-over came before it")
  void cancelOvertaken() {
    Story.canceling()
        .observes("seen PENDING other@1")
        .observes("moved NOT_MATCHED")
        .observes("seen PENDING other@2")
        .next("begin cancel@2");
  }

  @Test
  @DisplayName("does not cancel what is decided to happen")
  void cancelDecided() {
    Story.canceling()
        .observes("seen APPLIED other@1")
        .ends(new Result.AlreadyDecided(State.APPLIED));
    Story.canceling().observes("seen DONE other@1").ends(new Result.AlreadyDecided(State.DONE));
  }

  @Test
  @DisplayName("gives the answer of the first cancel, not its own reason, to a second one")
  void cancelCanceled() {
    CancelReason first = new CancelReason.Requested("first");
    Transaction canceled = recordOf(EventFixture.BODY).because(first).in(State.CANCELED).build();
    Story.of(new Goal.Cancel(new CancelReason.Requested("second")))
        .observes(new Event.Seen(new TransactionLookup.Found(canceled, Duration.ZERO), false))
        .ends(new Result.Canceled(first, true));
  }

  @Test
  @DisplayName("carries on what another began to cancel, and gives the other's reason")
  void carriesOn() {
    Story.of(new Goal.Resume())
        .observes("seen CANCELING other@2")
        .next("release@2 A B")
        .observes("matches MATCHED NOT_MATCHED")
        .next("finish cancel")
        .observes("moved NOT_MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
    Story.of(new Goal.Resume())
        .observes("seen CANCELING other@2")
        .observes("gave up")
        .ends(new Result.Canceled(ON_REQUEST, false));
  }
}
