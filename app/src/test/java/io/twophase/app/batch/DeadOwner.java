package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.util.List;

/** A process that does a part of a batch, and dies. */
record DeadOwner(Store store) {

  static final BatchRecord.Owner DEAD =
      new BatchRecord.Owner(application("dead"), Option.none(), token("dead"));

  /** A batch that is begun, and of which nobody is told. */
  BatchId left(NewTransaction... transfers) {
    BatchId id = new BatchId("batch:left");
    records().begin(new NewBatch(id, List.of(transfers), false), DEAD);
    return id;
  }

  private BatchRepository records() {
    return store.batches().get().records();
  }

  BatchRecord record(BatchId id) {
    return records().find(List.of(id)).get(0).read().get();
  }

  void move(BatchTransition transition) {
    assertThat(records().advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
  }

  /** What is held for it. */
  void held(BatchId batch, long epoch, Range range, String... accounts) {
    for (String account : accounts) {
      RangeRequest hold =
          new RangeRequest.Hold(accountId(account), Fixtures.epoch(epoch), range, Fixtures.USD);
      asked(batch, hold);
    }
  }

  void asked(BatchId batch, RangeRequest request) {
    assertThat(store.batches().get().ranges().ask(List.of(new RangeCall(batch, request))))
        .containsExactly(new RangeReply.Counted(MatchOutcome.MATCHED));
  }

  /** A batch is done at epoch 2, and A and B still have what was held at epoch 1. */
  void doneWithOlderHolds() {
    BatchId batch = left(transfer("m1", "A", "B", cents(5)), transfer("m2", "C", "D", cents(5)));
    held(batch, 1, Range.whole(5, 0), "A");
    held(batch, 1, Range.whole(0, 5), "B");
    move(new BatchTransition.Exclude(batch, transactionId("m1"), Fixtures.ON_REQUEST));
    move(new BatchTransition.TakeOver(batch, Fixtures.epoch(1), DEAD));
    held(batch, 2, Range.whole(5, 0), "C");
    held(batch, 2, Range.whole(0, 5), "D");
    move(
        new BatchTransition.Decide(
            batch, Fixtures.epoch(2), record(batch).excluded(), Verdict.allApplied()));
    asked(batch, new RangeRequest.Settle(accountId("C"), Fixtures.epoch(2), -5));
    asked(batch, new RangeRequest.Settle(accountId("D"), Fixtures.epoch(2), 5));
    move(new BatchTransition.Finish(batch));
  }
}
