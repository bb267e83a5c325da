package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker")
class StoriesTest {

  private static final Result APPLIED = new Result.Applied(true);
  private static final Result FROZEN =
      new Result.Canceled(new CancelReason.Refused(EventFixture.REFUSAL), true);

  @Test
  @DisplayName("runs a transfer in five round trips")
  void happyPath() {
    Story.running()
        .next("begin")
        .observes("inserted BEGUN")
        .next("hold@1 A B")
        .observes("holds held held")
        .next("decide@1")
        .observes("moved MATCHED")
        .next("settle@1 A B")
        .observes("matches MATCHED MATCHED")
        .next("finish")
        .observes("moved MATCHED")
        .ends(APPLIED);
  }

  @Test
  @DisplayName("cancels what an account refuses, and says why")
  void refused() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds refused held")
        .next("begin cancel@1")
        .observes("moved MATCHED")
        .next("release@1 A B")
        .observes("matches NOT_MATCHED MATCHED")
        .next("finish cancel")
        .observes("moved MATCHED")
        .ends(FROZEN);
  }

  @Test
  @DisplayName("gives the first reason where both accounts refuse")
  void bothRefused() {
    HoldRefusal second = new HoldRefusal.NoSuchAccount(accountId("B"));
    Story.running()
        .observes("inserted BEGUN")
        .observes(
            new Event.Holds(
                List.of(
                    new AccountHoldOutcome.Refused(EventFixture.REFUSAL),
                    new AccountHoldOutcome.Refused(second))))
        .observes("moved MATCHED")
        .observes("matches NOT_MATCHED NOT_MATCHED")
        .observes("moved MATCHED")
        .ends(FROZEN);
  }

  @Test
  @DisplayName("that holds credits first asks for no debit before all credits are held")
  void creditsFirst() {
    Story.of(new Goal.Run(EventFixture.BODY), HoldOrder.CREDITS_FIRST)
        .observes("inserted BEGUN")
        .next("hold@1 B")
        .observes("holds held")
        .next("hold@1 A")
        .observes("holds held")
        .next("decide@1");
  }

  @Test
  @DisplayName("that holds credits first never asks for a debit where a credit is refused")
  void creditsFirstRefused() {
    Story.of(new Goal.Run(EventFixture.BODY), HoldOrder.CREDITS_FIRST)
        .observes("inserted BEGUN")
        .observes("holds refused")
        .next("begin cancel@1");
  }

  @Test
  @DisplayName("holds, settles and releases every leg of a transaction of many")
  void manyLegs() {
    NewTransaction split =
        transaction("t", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2")));
    Story.of(new Goal.Run(split))
        .observes("inserted BEGUN")
        .next("hold@1 A B C")
        .observes("holds held held held")
        .observes("moved MATCHED")
        .next("settle@1 A B C")
        .observes("matches MATCHED IN_DOUBT MATCHED")
        .next("settle@1 B");
  }

  @Test
  @DisplayName("that was overtaken takes back its own holds, then waits for who overtook it")
  void fencedOwner() {
    Story story =
        Story.running()
            .observes("inserted BEGUN")
            .observes("holds held held")
            .observes("moved NOT_MATCHED")
            .observes("seen PENDING other@2")
            .next("withdraw@1 A B")
            .observes("matches NOT_MATCHED MATCHED")
            .next("await")
            .observes("seen APPLIED other@2")
            .next("settle@2 A B");
    assertThat(story.worker().fencedAt()).containsExactly(epoch(2));
    assertThat(story.worker().foundDecided()).isFalse();
  }

  @Test
  @DisplayName("that recovers takes over what is stuck, and finishes it")
  void takeOver() {
    Story.of(new Goal.Resume())
        .next("reread")
        .observes("seen PENDING other@1 stuck")
        .next("take over@1")
        .observes("moved MATCHED")
        .next("stamp@2 A B")
        .observes("matches MATCHED MATCHED")
        .next("decide@2")
        .observes("moved MATCHED")
        .observes("matches MATCHED MATCHED")
        .observes("moved MATCHED")
        .ends(APPLIED);
  }

  @Test
  @DisplayName("refuses another body under the same id, whatever the other's state")
  void idReused() {
    for (State state : State.values()) {
      Transaction other = recordOf(transfer("t", "A", "B", usd("6"))).in(state).build();
      Event seen = new Event.Seen(new TransactionLookup.Found(other, Duration.ZERO), true);
      Story.running().observes("inserted ID_TAKEN").observes(seen).ends(new Result.IdReused(other));
      Story.of(new Goal.Submit(EventFixture.BODY))
          .observes("inserted ID_TAKEN")
          .observes(seen)
          .ends(new Result.IdReused(other));
    }
  }

  @Test
  @DisplayName("gives the answer of a finished transaction to the same one asked again")
  void askedAgain() {
    Story again = Story.running().observes("inserted ID_TAKEN").observes("seen DONE other@1");
    again.ends(APPLIED);
    assertThat(again.worker().foundDecided()).isTrue();
  }
}
