package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.Token;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** Who asks for what. */
final class Scenes {

  /** A transfer of 5. */
  static final NewTransaction FIVE = transfer("t", "A", "B", cents(5));

  /** Another one under the same id. */
  static final NewTransaction THREE = transfer("t", "A", "B", cents(3));

  /** As much as there is, up to 5. */
  static final NewTransaction AT_MOST =
      NewTransaction.transferAtMost(FIVE.id(), Scene.A, new AccountId("B"), cents(5)).get();

  /** A transfer of 5 that is held first. */
  static final NewTransaction HELD =
      FIVE.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)));

  /** A transfer that the batch leaves out. */
  private static final NewTransaction LEFT_OUT = transfer("u", "A", "B", cents(5));

  private static final Verdict LEFT_OUT_ALONE =
      new Verdict(LinkedHashMap.empty(), LinkedHashSet.of(LEFT_OUT.id()));

  private Scenes() {}

  static Client runs(String name, NewTransaction body, int times) {
    return Client.of(new Task.Work(name, body, new Goal.Run(body), false), times);
  }

  static Client cancels(NewTransaction body) {
    return Client.of(
        new Task.Work("canceller", body, new Goal.Cancel(new CancelReason.Requested("no")), false),
        1);
  }

  static Client recovers(NewTransaction body) {
    return Client.of(new Task.Work("recoverer", body, new Goal.Resume(), true), 1);
  }

  static Client captures(NewTransaction body, int times) {
    return Client.of(
        new Task.Work(
            "capturer",
            body,
            new Goal.OnAuthorization(new AuthorizationRequest.Capture(CaptureRequest.inFull())),
            false),
        times);
  }

  static Client reverses(String name, NewTransaction body, int times) {
    return Client.of(new Task.Reverse(name, body), times);
  }

  /** Repeats it, beside another who repeats it. */
  static Scene repeated(long funds, NewTransaction body) {
    return Scene.of(funds, runs("caller", body, 2), runs("other", body, 1));
  }

  /** Repeats it, beside one who asks for another transfer under its id. */
  static Scene reused(long funds) {
    return Scene.of(funds, runs("caller", FIVE, 2), runs("other", THREE, 1));
  }

  /** A batch of two has applied the first and left out the second. */
  static Scene batch(int times) {
    NewBatch batch = new NewBatch(new BatchId("batch:1"), List.of(FIVE, LEFT_OUT), false);
    BatchRecord begun =
        BatchRecord.begun(
            batch,
            new BatchRecord.Owner(Fixtures.APP, Option.none(), new Token("batch")),
            Fixtures.NOW);
    BatchRecord decided =
        new BatchTransition.Decide(batch.id(), Epoch.FIRST, LinkedHashMap.empty(), LEFT_OUT_ALONE)
            .change(begun, Fixtures.NOW);
    BatchRecord done = new BatchTransition.Finish(batch.id()).change(decided, Fixtures.NOW);
    return Scene.of(10, runs("caller", FIVE, times), runs("other", LEFT_OUT, times))
        .after(new Scene.Ended(batch, done));
  }
}
