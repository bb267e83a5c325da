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
        .told("inserted IN_DOUBT")
        .next("reread")
        .told("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("begins again where no record came of it, and knows its own from an earlier begin")
  void beginLost() {
    Story.running()
        .told("inserted IN_DOUBT")
        .told("seen absent")
        .next("begin")
        .told("inserted ID_TAKEN")
        .told("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("never holds again in the same epoch after a hold without an answer")
  void holdInDoubt() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held doubt")
        .next("reread")
        .told("seen PENDING mine@1")
        .next("take over@1")
        .told("moved MATCHED")
        .next("stamp@2 A B")
        .told("matches MATCHED NOT_MATCHED")
        .next("hold@2 B")
        .told("holds held")
        .next("decide@2");
  }

  @Test
  @DisplayName("stamps a late hold of its own older epoch that it meets")
  void lateHoldMet() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held doubt")
        .told("seen PENDING mine@1")
        .told("moved MATCHED")
        .told("matches MATCHED NOT_MATCHED")
        .told("holds already@1")
        .next("stamp@2 B")
        .told("matches MATCHED")
        .next("decide@2");
  }

  @Test
  @DisplayName("reads its token after a take-over without an answer")
  void takeOverInDoubt() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds doubt doubt")
        .told("seen PENDING mine@1")
        .told("moved IN_DOUBT")
        .next("reread")
        .told("seen PENDING mine@2")
        .next("stamp@2 A B");
  }

  @Test
  @DisplayName("moves on to the next epoch after a stamp without an answer")
  void stampInDoubt() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds doubt doubt")
        .told("seen PENDING mine@1")
        .told("moved MATCHED")
        .told("matches MATCHED IN_DOUBT")
        .next("reread")
        .told("seen PENDING mine@2")
        .next("take over@2")
        .told("moved MATCHED")
        .next("stamp@3 A B");
  }

  @Test
  @DisplayName("settles what it decided, though the decision's answer was lost")
  void decideInDoubtAndDone() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held held")
        .told("moved IN_DOUBT")
        .told("seen APPLIED mine@1")
        .next("settle@1 A B");
  }

  @Test
  @DisplayName("moves on to the next epoch where a decision without an answer is not there")
  void decideInDoubtAndNotDone() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held held")
        .told("moved IN_DOUBT")
        .told("seen PENDING mine@1")
        .next("take over@1");
  }

  @Test
  @DisplayName("sends a settle and a finish again as they are")
  void sentAgain() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held held")
        .told("moved MATCHED")
        .told("matches MATCHED IN_DOUBT")
        .next("settle@1 B")
        .told("matches NOT_MATCHED")
        .next("finish")
        .told("moved IN_DOUBT")
        .next("finish")
        .told("moved NOT_MATCHED")
        .ends(new Result.Applied(true));
  }

  @Test
  @DisplayName("reads what became of its cancel, and carries on where it came through")
  void cancelInDoubt() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds refused held")
        .told("moved IN_DOUBT")
        .next("reread")
        .told("seen CANCELING mine@1")
        .next("release@1 A B")
        .told("matches NOT_MATCHED IN_DOUBT")
        .next("release@1 B")
        .told("matches MATCHED")
        .told("moved IN_DOUBT")
        .next("finish cancel");
  }

  @Test
  @DisplayName("may come late to a claim, which its token then proves")
  void claimInDoubt() {
    Story.of(new Goal.Resume())
        .told("seen INITIAL nobody@0")
        .next("claim")
        .told("moved IN_DOUBT")
        .told("seen PENDING mine@1")
        .next("hold@1 A B");
  }

  @Test
  @DisplayName("gives up with what is certain: not known before the decision, decided after it")
  void givesUp() {
    Story.running()
        .told("inserted BEGUN")
        .told("holds held held")
        .told("gave up")
        .ends(new Result.Unknown(Unanswered.DECIDE, Option.some(epoch(1))));
    Story.running()
        .told("inserted BEGUN")
        .told("holds held held")
        .told("moved MATCHED")
        .told("gave up")
        .ends(new Result.Applied(false));
  }
}
