package io.twophase.adapter.mongo.testing;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Map;

/** Transfers of five dollars from A to B. */
public final class Transfers {

  /** Who runs them. */
  public static final Owner OWNER = new Owner(APP, token("x"));

  private Transfers() {}

  /** Opens A with a hundred dollars, and B with none. */
  public static void open(Store store) {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100_00)), account("B").opening(cents(0))));
  }

  /** The record of one. */
  public static NewRecord begun(String id) {
    return NewRecord.alone(transfer(id, "A", "B", cents(5_00)), OWNER);
  }

  /** Both holds, at epoch 1. */
  public static List<Placing> holds(String id) {
    return List.of(HoldWords.placing(id + " A-500"), HoldWords.placing(id + " B+500"));
  }

  /** The decision that it is applied. */
  public static Transition decide(String id, long at) {
    TransactionId only = transactionId(id);
    return Transition.decide(
        RecordId.of(only), List.of(only), epoch(at), Map.of(), Verdict.ALL_APPLIED);
  }

  /** The end of one that is applied. */
  public static Transition finish(String id) {
    return Transition.finish(new RecordId(id), State.APPLIED);
  }
}
