package io.twophase.embedded;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.StoreException;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of batches, on the embedded server, by the real adapter and driver. */
class EmbeddedBatchesTest extends BatchRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  private static final BatchId LARGE = new BatchId("batch:large");

  @Override
  protected BatchStore store() {
    MongoStore store = STORE.fresh();
    return new BatchStore(store.transactions(), store.batches().get().records());
  }

  @Test
  void aBatchAtTheBoundIsDecidedWithTheLongestRefusalsWithinTheLimitOfTheServer() {
    List<NewTransaction> transfers = longTransfers(6_000);
    List<NewTransaction> fitting = transfers.subList(0, NewBatch.fitting(transfers));
    BatchRepository batches = begun(fitting);

    assertThat(batches.advance(List.of(refusingAll(fitting)))).containsOnly(MatchOutcome.MATCHED);

    assertThat(((BatchLookup.Found) batches.find(List.of(LARGE)).get(0)).record().verdict())
        .isEqualTo(refusingAll(fitting).verdict());
    assertThat(batches.advance(List.of(new BatchTransition.Finish(LARGE))))
        .containsOnly(MatchOutcome.MATCHED);
  }

  @Test
  void aDecisionThatMakesARecordTooLargeIsRefusedForCertain() {
    List<NewTransaction> transfers = longTransfers(4_600);
    BatchRepository batches = begun(transfers);

    assertThatThrownBy(() -> batches.advance(List.of(refusingAll(transfers))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("refuses to update")
        .hasMessageContaining("174");
  }

  /** Ids of the most characters, each of three bytes. */
  private static List<NewTransaction> longTransfers(int count) {
    String rest = "€".repeat(250);
    return IntStream.range(0, count)
        .mapToObj(at -> transfer("%05d".formatted(at) + rest, "A", "B" + rest, cents(1)))
        .toList();
  }

  private BatchRepository begun(List<NewTransaction> transfers) {
    BatchRepository batches = store().batches();
    assertThat(
            batches
                .begin(
                    new NewBatch(LARGE, transfers, false),
                    new BatchRecord.Owner(application("app"), Option.none(), token("token")))
                .record())
        .isEqualTo(BeginOutcome.BEGUN);
    return batches;
  }

  private static BatchTransition.Decide refusingAll(List<NewTransaction> transfers) {
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    HoldRefusal corrupt =
        new HoldRefusal.AccountCorrupt(accountId("B" + "€".repeat(250)), "€".repeat(500));
    for (NewTransaction each : transfers) {
      refused = refused.put(each.id(), corrupt);
    }
    return new BatchTransition.Decide(
        LARGE, epoch(1), LinkedHashMap.empty(), new Verdict(refused, LinkedHashSet.empty()));
  }
}
