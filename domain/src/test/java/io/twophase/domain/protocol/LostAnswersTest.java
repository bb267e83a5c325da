package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.epoch;

import io.vavr.control.Option;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Left without an answer, a worker")
class LostAnswersTest {

  @Test
  @DisplayName("finds its own record after a begin without an answer, and goes on")
  void beginInDoubt() {
    Story.running()
        .observes("inserted IN_DOUBT")
        .next("reread")
        .observes("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("begins again where no record came of it, and knows its own from an earlier begin")
  void beginLost() {
    Story.running()
        .observes("inserted IN_DOUBT")
        .observes("seen absent")
        .next("begin")
        .observes("inserted ID_TAKEN")
        .observes("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("never holds again in the same epoch after a hold without an answer")
  void holdInDoubt() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held doubt")
        .next("reread")
        .observes("seen PENDING mine@1")
        .next("take over@1")
        .observes("moved MATCHED")
        .next("stamp@2 A B")
        .observes("matches MATCHED NOT_MATCHED")
        .next("hold@2 B")
        .observes("holds held")
        .next("decide@2");
  }

  @Test
  @DisplayName("stamps a late hold of its own older epoch that it meets")
  void lateHoldMet() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held doubt")
        .observes("seen PENDING mine@1")
        .observes("moved MATCHED")
        .observes("matches MATCHED NOT_MATCHED")
        .observes("holds already@1")
        .next("stamp@2 B")
        .observes("matches MATCHED")
        .next("decide@2");
  }

  @Test
  @DisplayName("holds anew what was taken from under its stamp, and decides only then")
  void lateHoldTakenBack() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held doubt")
        .observes("seen PENDING mine@1")
        .observes("moved MATCHED")
        .observes("matches MATCHED NOT_MATCHED")
        .observes("holds already@1")
        .observes("matches NOT_MATCHED")
        .next("hold@2 B")
        .observes("holds held")
        .next("decide@2");
  }

  @Test
  @DisplayName("reads its token after a take-over without an answer")
  void takeOverInDoubt() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds doubt doubt")
        .observes("seen PENDING mine@1")
        .observes("moved IN_DOUBT")
        .next("reread")
        .observes("seen PENDING mine@2")
        .next("stamp@2 A B");
  }

  @Test
  @DisplayName("moves on to the next epoch after a stamp without an answer")
  void stampInDoubt() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds doubt doubt")
        .observes("seen PENDING mine@1")
        .observes("moved MATCHED")
        .observes("matches MATCHED IN_DOUBT")
        .next("reread")
        .observes("seen PENDING mine@2")
        .next("take over@2")
        .observes("moved MATCHED")
        .next("stamp@3 A B");
  }

  @Test
  @DisplayName("settles what it decided, though the decision's answer was lost")
  void decideInDoubtAndDone() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held held")
        .observes("moved IN_DOUBT")
        .observes("seen APPLIED mine@1")
        .next("settle@1 A B");
  }

  @Test
  @DisplayName("moves on to the next epoch where a decision without an answer is not there")
  void decideInDoubtAndNotDone() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held held")
        .observes("moved IN_DOUBT")
        .observes("seen PENDING mine@1")
        .next("take over@1");
  }

  @Test
  @DisplayName("sends a settle and a finish again as they are")
  void sentAgain() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held held")
        .observes("moved MATCHED")
        .observes("matches MATCHED IN_DOUBT")
        .next("settle@1 B")
        .observes("matches NOT_MATCHED")
        .next("finish")
        .observes("moved IN_DOUBT")
        .next("finish")
        .observes("moved NOT_MATCHED")
        .ends(new Result.Applied(true));
  }

  @Test
  @DisplayName("reads what became of its cancel, and carries on where it came through")
  void cancelInDoubt() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds refused held")
        .observes("moved IN_DOUBT")
        .next("reread")
        .observes("seen CANCELING mine@1")
        .next("release@1 A B")
        .observes("matches NOT_MATCHED IN_DOUBT")
        .next("release@1 B")
        .observes("matches MATCHED")
        .observes("moved IN_DOUBT")
        .next("finish cancel");
  }

  @Test
  @DisplayName("may come late to a claim, which its token then proves")
  void claimInDoubt() {
    Story.of(new Goal.Resume())
        .observes("seen INITIAL nobody@0")
        .next("claim")
        .observes("moved IN_DOUBT")
        .observes("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("gives up with what is certain: not known before the decision, decided after it")
  void givesUp() {
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held held")
        .observes("gave up")
        .ends(new Result.Unknown(Unanswered.DECIDE, Option.some(epoch(1))));
    Story.running()
        .observes("inserted BEGUN")
        .observes("holds held held")
        .observes("moved MATCHED")
        .observes("gave up")
        .ends(new Result.Applied(false));
  }
}
