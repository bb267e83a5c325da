package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.retention.Retention;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.EndedQuery;
import io.twophase.test.forwarding.ForwardingBatches;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Batches that ended long ago are removed, members first. */
class RemovedBatchesTest {

  private static final Duration DAY = Duration.ofDays(1);

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final World world = new World(InMemoryStore.keeping(DAY, () -> now));
  private final Host host =
      new Host(world.store, Network.sound(), world.ids, Duration.ofMinutes(30));

  private BatchRepository records() {
    return world.store.batches().map(Batches::records).get();
  }

  private Retention.Removed pass() {
    return pass(records());
  }

  private Retention.Removed pass(BatchRepository batches) {
    return new Retention(world.store.transactions(), Option.some(batches), List.of()).pass();
  }

  private TransactionLookup find(String id) {
    return world.store.transactions().find(List.of(transactionId(id))).get(0);
  }

  private void two() {
    world.open("A", 10);
    world.open("B", 0);
    host.inOrder(List.of(Host.request("t1", "A", "B", 1), Host.request("t2", "A", "B", 20)));
  }

  @Test
  void whatEndedLongAgoIsRemoved() {
    two();
    now = now.plus(DAY);

    assertThat(pass()).isEqualTo(new Retention.Removed(2, 1));

    assertThat(find("t1")).isInstanceOf(TransactionLookup.Absent.class);
    assertThat(find("t2")).isInstanceOf(TransactionLookup.Absent.class);
    assertThat(records().ended(new EndedQuery(Duration.ZERO, 10))).isEmpty();
    assertThat(pass()).isEqualTo(new Retention.Removed(0, 0));
    assertThat(world.read("B").balance()).isEqualTo(1);
  }

  @Test
  void whatHasJustEndedStays() {
    two();
    now = now.plus(DAY).minusMillis(1);

    assertThat(pass()).isEqualTo(new Retention.Removed(0, 0));
    assertThat(find("t1")).isInstanceOf(TransactionLookup.Found.class);
  }

  @Test
  void theRecordStaysAsLongAsAMemberMayNameIt() {
    two();
    now = now.plus(DAY);
    List<String> calls = new ArrayList<>();
    Batches planted =
        BatchStormBitesTest.records(
                "removeMembers",
                (sound, asked) -> {
                  calls.add("members");
                  return asked.stream().map(one -> MatchOutcome.IN_DOUBT).toList();
                })
            .apply(world.store.batches().get());

    Retention.Removed removed = pass(planted.records());

    assertThat(calls).containsExactly("members");
    assertThat(removed).isEqualTo(new Retention.Removed(0, 0));
    assertThat(records().ended(new EndedQuery(Duration.ZERO, 10))).hasSize(1);
  }

  @Test
  void aTransferThatWasLeftOutStaysWithItsBatchUntilItHasGoneOn() {
    world.open("A", 10);
    world.open("B", 0);
    BatchId id = new BatchId("batch:left");
    records()
        .begin(
            new NewBatch(id, List.of(Host.request("t1", "A", "B", 1).transaction().get()), false),
            new BatchRecord.Owner(APP, Option.none(), token("dead")));
    records()
        .advance(
            List.of(
                new BatchTransition.Decide(
                    id,
                    Epoch.FIRST,
                    LinkedHashMap.empty(),
                    new Verdict(LinkedHashMap.empty(), LinkedHashSet.of(transactionId("t1"))))));
    records().advance(List.of(new BatchTransition.Finish(id)));
    now = now.plus(DAY);

    assertThat(pass()).isEqualTo(new Retention.Removed(0, 0));
    assertThat(find("t1")).isInstanceOf(TransactionLookup.Found.class);

    assertThat(host.recover()).hasSize(1);
    assertThat(pass()).isEqualTo(new Retention.Removed(0, 1));
    assertThat(world.read("B").balance()).isEqualTo(1);
  }

  @Test
  void aTombstoneStaysAsLongAsAFreeTransferNamesIt() {
    world.open("A", 10);
    world.open("B", 0);
    BatchId buried = new BatchId("batch:buried");
    records().bury(List.of(buried));
    records()
        .begin(
            new NewBatch(
                buried, List.of(Host.request("t1", "A", "B", 1).transaction().get()), false),
            new BatchRecord.Owner(APP, Option.none(), token("late")));
    now = now.plus(DAY);

    assertThat(pass()).isEqualTo(new Retention.Removed(0, 0));

    List<TransactionOutcome> asked =
        host.inAnyOrder(List.of(Host.request("t1", "A", "B", 1), Host.request("t2", "A", "B", 1)));
    assertThat(asked).allMatch(TransactionOutcome::isApplied);
    now = now.plus(DAY);
    assertThat(pass().batches()).isEqualTo(2);
  }

  /** Of a tombstone, who names it is asked of every document. */
  @Test
  void whoNamesATombstoneIsLookedForOnce() {
    records().bury(List.of(new BatchId("batch:buried")));
    now = now.plus(DAY);
    AtomicInteger scans = new AtomicInteger();

    Retention.Removed removed =
        pass(
            new ForwardingBatches(records()) {
              @Override
              public List<TransferLookup> naming(BatchRecord batch) {
                scans.incrementAndGet();
                return super.naming(batch);
              }
            });

    assertThat(removed).isEqualTo(new Retention.Removed(0, 1));
    assertThat(scans).hasValue(1);
  }
}
