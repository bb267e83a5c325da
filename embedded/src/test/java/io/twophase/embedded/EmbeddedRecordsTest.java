package io.twophase.embedded;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records as large as the embedded server takes them, by the real adapter and driver. */
class EmbeddedRecordsTest {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  private static final RecordId LARGE = new RecordId("batch:large");

  @Test
  void aRecordAtTheBoundIsDecidedWithTheLongestRefusalsWithinTheLimitOfTheServer() {
    List<NewTransaction> transfers = longTransfers(6_000);
    List<NewTransaction> fitting = transfers.subList(0, NewRecord.fitting(transfers));
    Records records = begun(fitting);

    assertThat(records.move(List.of(refusingAll(fitting)))).containsOnly(MatchOutcome.MATCHED);

    assertThat(records.find(List.of(LARGE)).get(0).record().orElseThrow().verdict())
        .isEqualTo(refusingAll(fitting).verdict());
    assertThat(records.move(List.of(Transition.finish(LARGE, State.CANCELING))))
        .containsOnly(MatchOutcome.MATCHED);
  }

  @Test
  void aDecisionThatMakesARecordTooLargeIsRefusedForCertain() {
    List<NewTransaction> transfers = longTransfers(4_600);
    Records records = begun(transfers);

    assertThatThrownBy(() -> records.move(List.of(refusingAll(transfers))))
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

  private Records begun(List<NewTransaction> transfers) {
    Records records = FRESH.store().records();
    assertThat(
            records
                .insert(
                    List.of(
                        StoredRecords.several(
                            LARGE.value(), transfers.toArray(NewTransaction[]::new))))
                .get(0))
        .containsOnly(BeginOutcome.BEGUN);
    return records;
  }

  private static Transition refusingAll(List<NewTransaction> transfers) {
    CancelReason corrupt =
        new HoldRefusal.AccountCorrupt(accountId("B" + "€".repeat(250)), "€".repeat(500));
    Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    for (NewTransaction each : transfers) {
      refused.put(each.id(), corrupt);
    }
    Verdict verdict = new Verdict(refused, Set.of(), Set.of(), Map.of());
    List<TransactionId> members = transfers.stream().map(NewTransaction::id).toList();
    return Transition.decide(LARGE, members, epoch(1), Map.of(), verdict);
  }
}
