package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Records#findLatest}, of transactions alone. */
public abstract class LatestContract extends RecordContract {

  private Lookup latest() {
    return records().findLatest(transactionId("t1"));
  }

  @ParameterizedTest
  @EnumSource
  void theLatestIsTheRecordInEveryState(State state) {
    store("t1", state);
    TransactionRecord stored = record(id("t1"));
    letTimePass();

    assertThat(latest().record()).contains(stored);
    assertThat(latest().member()).isEmpty();
    assertThat(record(id("t1"))).isEqualTo(stored);
  }

  @Test
  void aRecordThatIsNotThereIsAbsentAndItsIdIsFree() {
    assertThat(latest()).isEqualTo(Lookup.absent("t1"));
    assertThat(records().insert(List.of(alone("t1")))).containsExactly(List.of(BeginOutcome.BEGUN));
  }

  @Test
  void askingForTheLatestLeavesTheRecordToItsOwner() {
    begin(alone("t1"));
    move(Transition.acquire(id("t1"), at(1), RIVAL));

    assertThat(latest().record().orElseThrow().owner()).contains(RIVAL);
    move(Transition.decide(id("t1"), ids("t1"), at(2), Map.of(), Verdict.ALL_APPLIED));
    assertThat(latest().record().orElseThrow().state()).isEqualTo(State.APPLIED);
  }
}
