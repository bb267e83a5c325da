package io.twophase.app.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.recovery.Retention;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.ProtocolCalls;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.RecordQuery;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Records of several that ended long ago are removed, members first. */
class RemovedBatchesTest extends OneBank {

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
