package io.twophase.domain.batch.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.List;

/** A batch of m1 to m4, in each of its states. */
final class BatchRecords {

  static final BatchId ID = new BatchId("batch:1");
  static final BatchRecord.Owner OWNER = new BatchRecord.Owner(APP, Option.none(), token("owner"));
  static final BatchRecord.Owner OTHER = new BatchRecord.Owner(APP, Option.none(), token("other"));
  static final HoldRefusal REFUSAL = new HoldRefusal.NoSuchAccount(accountId("B"));
  static final List<NewTransaction> TRANSFERS =
      List.of(body("m1"), body("m2"), body("m3"), body("m4"));

  static final BatchRecord PENDING =
      BatchRecord.begun(new NewBatch(ID, TRANSFERS, false), OWNER, NOW);
  static final BatchRecord EXCLUDING =
      change(PENDING, new BatchTransition.Exclude(ID, id("m2"), ON_REQUEST));

  /** m1 is applied, m2 excluded, m3 refused, m4 left out. */
  static final BatchTransition.Decide DECIDE =
      new BatchTransition.Decide(
          ID,
          epoch(1),
          EXCLUDING.excluded(),
          new Verdict(LinkedHashMap.of(id("m3"), REFUSAL), LinkedHashSet.of(id("m4"))));

  static final BatchRecord APPLIED = change(EXCLUDING, DECIDE);
  static final BatchRecord DONE = change(APPLIED, new BatchTransition.Finish(ID));
  static final BatchRecord CANCELING =
      change(PENDING, new BatchTransition.BeginCancel(ID, epoch(1), ON_REQUEST, OTHER, List.of()));
  static final BatchRecord CANCELED = change(CANCELING, new BatchTransition.FinishCancel(ID));
  static final BatchRecord TOMBSTONE = BatchRecord.tombstone(ID, NOW);

  private BatchRecords() {}

  static TransactionId id(String name) {
    return transactionId(name);
  }

  private static NewTransaction body(String name) {
    return transfer(name, "A", "B", cents(1));
  }

  static BatchRecord change(BatchRecord record, BatchTransition transition) {
    return transition.apply(record, NOW).get();
  }
}
