package io.twophase.domain.record;

import static io.twophase.domain.record.HoldProof.FINISHED;
import static io.twophase.domain.record.HoldProof.UNPROVEN;
import static io.twophase.domain.record.HoldProof.UNSETTLED;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HoldProofTest {

  private static final NewTransaction BODY =
      transaction("t1", debit("A", usd("1")), credit("B", usd("1")));

  private static Hold hold(String record, long at) {
    Claim claim =
        new Claim.OfRange(
            new Target.OfAccount(accountId("A")), new Scale.Money(USD), Range.whole(100, 0), false);
    return Hold.of(Documents.HOME, new Placing(new RecordId(record), epoch(at), claim));
  }

  private static Lookup record(String id, State state, long at) {
    NewRecord begun =
        new RecordId(id).isOfMany() ? StoredRecords.several(id, BODY) : StoredRecords.alone(BODY);
    TransactionRecord record = StoredRecords.in(state, begun, Verdict.ALL_APPLIED);
    return Lookup.found(Copies.with(record, "epoch", epoch(at)), Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, 1, OLDER_EPOCH",
    "PENDING, 2, ALIVE",
    "PENDING, 3, ALIVE",
    "APPLIED, 1, OLDER_EPOCH",
    "APPLIED, 2, ALIVE",
    "CANCELING, 1, OLDER_EPOCH",
    "CANCELING, 2, ALIVE",
    "DONE, 1, FINISHED",
    "DONE, 2, UNSETTLED",
    "DONE, 3, FINISHED",
    "CANCELED, 1, FINISHED",
    "CANCELED, 2, FINISHED",
  })
  void aRecordOfTheSecondEpochProves(State state, long at, HoldProof proof) {
    for (String id : List.of("t1", "batch:1")) {
      assertThat(HoldProof.of(hold(id, at), record(id, state, 2))).isEqualTo(proof);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t1", "batch:1"})
  void aTombstoneProvesThatItNeverBegan(String id) {
    RecordId buried = new RecordId(id);
    Lookup seen = Lookup.found(NewRecord.tombstone(buried).stored(NOW), Duration.ZERO);
    assertThat(HoldProof.of(hold(id, 1), seen)).isEqualTo(HoldProof.NO_RECORD);
  }

  @Test
  void aReceiptProvesAsItsRecordDid() {
    assertThat(HoldProof.of(hold("t1", 2), receipt(2, Optional.empty()))).isEqualTo(UNSETTLED);
    assertThat(HoldProof.of(hold("t1", 1), receipt(2, Optional.empty()))).isEqualTo(FINISHED);
    assertThat(HoldProof.of(hold("t1", 2), receipt(2, Optional.of(ON_REQUEST))))
        .isEqualTo(FINISHED);
  }

  private static Lookup receipt(long at, Optional<CancelReason> reason) {
    State end = reason.isEmpty() ? State.DONE : State.CANCELED;
    return Lookup.removed(Receipt.of(recordOf(BODY).in(end).at(at).build()).orElseThrow());
  }

  @Test
  void nothingIsProvenByAnAbsenceNorByAnotherRecord() {
    assertThat(HoldProof.of(hold("t1", 1), Lookup.absent("t1"))).isEqualTo(UNPROVEN);
    assertThat(HoldProof.of(hold("t1", 1), Lookup.unreadable("t1", "x"))).isEqualTo(UNPROVEN);
    assertThat(HoldProof.of(hold("t1", 1), record("batch:1", State.CANCELED, 1)))
        .isEqualTo(UNPROVEN);
  }

  @Test
  void orphansAreThoseThatNobodySettles() {
    assertThat(List.of(HoldProof.values()))
        .filteredOn(HoldProof::isOrphan)
        .containsExactly(FINISHED, HoldProof.NO_RECORD, HoldProof.OLDER_EPOCH);
  }
}
