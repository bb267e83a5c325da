package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.ProtocolCalls;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Records of several that ended long ago are removed, members first. */
class RemovedBatchesTest extends OneBank {

  private static final TransferRequest T1 =
      new TransferRequest(transactionId("t1"), accountId("A"), accountId("B"), cents(1));

  private Retention.Removed passOver(Interceptor interceptor) {
    try (TwoPhase other = TwoPhase.over(ProtocolCalls.before(store, interceptor)).build()) {
      return other.retention().attempt();
    }
  }

  private List<String> ended() {
    return store.records().list(RecordQuery.ended(Duration.ZERO, 10)).stream()
        .map(lookup -> lookup.id())
        .toList();
  }

  @Test
  void theRecordStaysAsLongAsAMemberMayNameIt() {
    batch("t1", "dear");
    now = now.plus(DAY);

    Retention.Removed removed =
        passOver(
            (method, asked, call) ->
                method.equals("remove")
                    ? Collections.nCopies(((List<?>) asked.get(0)).size(), MatchOutcome.IN_DOUBT)
                    : call.make());

    assertThat(removed.batches()).isZero();
    assertThat(ended()).hasSize(1);
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(ended()).isEmpty();
  }

  @Test
  void aTransferThatWasLeftOutStaysWithItsRecordUntilItHasGoneOn() {
    DeadOwner dead = new DeadOwner(store);
    RecordId left = dead.left(T1.transaction().get());
    dead.decide(left, 1, new Verdict(Map.of(), Set.of(T1.id()), Set.of(), Map.of()));
    dead.move(Transition.finish(left, State.CANCELING));
    now = now.plus(DAY);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(0, 0));
    assertThat(isThere("t1")).isTrue();

    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(0, 1));
    assertThat(balance("B")).isEqualTo(1_001);
  }

  /** A record that was buried before its members' documents arrived. */
  private void buried() {
    RecordId buried = new RecordId("batch:buried");
    store.records().insert(List.of(NewRecord.tombstone(buried)));
    new DeadOwner(store).left(buried.value(), T1.transaction().get());
    now = now.plus(DAY);
  }

  @Test
  void aTombstoneStaysAsLongAsAFreeTransferNamesIt() {
    buried();

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(0, 0));

    assertThat(host.transfers().transferAll(List.of(T1, request("t2")), Order.ANY))
        .allMatch(TransactionOutcome::isApplied);
    now = now.plus(DAY);
    assertThat(host.retention().pass().batches()).isEqualTo(2);
  }

  /** Of a tombstone, who names it is asked of every document. */
  @Test
  void whoNamesATombstoneIsLookedForOnce() {
    store.records().insert(List.of(NewRecord.tombstone(new RecordId("batch:buried"))));
    now = now.plus(DAY);
    AtomicInteger scans = new AtomicInteger();

    Retention.Removed removed =
        passOver(
            (method, asked, call) -> {
              if (method.equals("list")
                  && ((RecordQuery) asked.get(0)).kind() == RecordQuery.Kind.NAMING) {
                scans.incrementAndGet();
              }
              return call.make();
            });

    assertThat(removed.batches()).isEqualTo(1);
    assertThat(scans).hasValue(1);
  }
}
