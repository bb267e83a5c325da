package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker that finds a receipt in place of the record")
class RemovalStoriesTest {

  private static final NewTransaction OTHER = transfer("t", "A", "B", usd("6"));

  private static Event.Seen receipt(NewTransaction body, Option<CancelReason> reason) {
    return new Event.Seen(
        new TransactionLookup.Removed(
            new Receipt(
                EventFixture.BODY.id(),
                BodyDigest.of(body),
                epoch(1),
                reason,
                Option.none(),
                Instant.EPOCH)),
        false);
  }

  private static Event.Seen applied() {
    return receipt(EventFixture.BODY, Option.none());
  }

  private static Event.Seen canceled() {
    return receipt(EventFixture.BODY, Option.some(ON_REQUEST));
  }

  @Test
  @DisplayName("gives the same answer to the same request, and knows that it was decided before")
  void sameAnswer() {
    Story again = Story.running().observes("inserted ID_TAKEN").observes(applied());
    again.ends(new Result.Applied(true));
    assertThat(again.worker().foundDecided()).isTrue();
    Story.running()
        .observes("inserted ID_TAKEN")
        .observes(canceled())
        .ends(new Result.Canceled(ON_REQUEST, true));
    Story.of(new Goal.Submit(EventFixture.BODY))
        .observes("inserted ID_TAKEN")
        .observes(applied())
        .ends(new Result.Submitted());
  }

  @Test
  @DisplayName("refuses another body under the id")
  void another() {
    Event.Seen seen = receipt(OTHER, Option.none());
    Story.running()
        .observes("inserted ID_TAKEN")
        .observes(seen)
        .ends(new Result.IdReused(Option.none()));
    Story.of(new Goal.Submit(EventFixture.BODY))
        .observes("inserted ID_TAKEN")
        .observes(seen)
        .ends(new Result.IdReused(Option.none()));
  }

  @Test
  @DisplayName("takes the receipt of what only kept an id for the answer to anything")
  void tombstone() {
    Story.running()
        .observes("inserted ID_TAKEN")
        .observes(
            receipt(
                NewTransaction.tombstone(EventFixture.BODY.id()),
                Option.some(new CancelReason.NeverBegun())))
        .ends(new Result.Canceled(new CancelReason.NeverBegun(), true));
  }

  @Test
  @DisplayName("cancels nothing, decides nothing, and has nothing to recover")
  void otherGoals() {
    Story.canceling().observes(applied()).ends(new Result.AlreadyDecided(State.DONE));
    Story.canceling().observes(canceled()).ends(new Result.Canceled(ON_REQUEST, true));
    Story.of(new Goal.Resume()).observes(applied()).ends(new Result.Applied(true));
    Story.of(new Goal.Abandon()).observes(canceled()).ends(new Result.Canceled(ON_REQUEST, true));
    Story.of(new Goal.OnAuthorization(new AuthorizationRequest.Capture(CaptureRequest.inFull())))
        .observes(applied())
        .ends(
            new Result.AuthorizationRefused(
                new AuthorizationRefusal.RecordRemoved(EventFixture.BODY.id(), true)));
  }

  @Test
  @DisplayName("takes back what it held itself, however long it slept, and never begins again")
  void sleeper() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds doubt doubt")
        .observes(canceled())
        .next("withdraw@1 A B")
        .observes("matches MATCHED NOT_MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }
}
