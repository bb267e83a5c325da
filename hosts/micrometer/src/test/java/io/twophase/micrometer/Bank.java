package io.twophase.micrometer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Store;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Accounts A, with 1.00, and B, with nothing, in a store in memory that can be made to fail. */
final class Bank {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final FaultyStore faulty = FaultyStore.over(store);

  Bank() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  Store store() {
    return faulty;
  }

  Faults faults() {
    return faulty.faults();
  }

  /** A host over the store, which waits for others and for answers for 100 ms. */
  TwoPhase.Builder host(TwoPhaseListener listener) {
    return TwoPhase.over(faulty)
        .settings(
            new TwoPhaseSettings(
                EngineSettings.of(application("test")).withPatience(Duration.ofMillis(100)), 10))
        .listener(listener);
  }

  /** Begins a transfer in the name of a process that does no more. */
  void leave(String id) {
    Owner other = new Owner(application("other"), token(id));
    store.records().insert(List.of(NewRecord.alone(transfer(id, "A", "B", cents(1)), other)));
  }

  /** Places the holds of a transfer that has no record. */
  void hold(String id) {
    RecordId record = RecordId.of(transactionId(id));
    List<Member> gone = List.of(Member.of(transfer(id, "A", "B", cents(1))));
    store
        .holds()
        .place(
            Claims.of(gone, false).all().stream()
                .map(claim -> new Placing(record, Epoch.FIRST, claim))
                .toList());
  }

  /** Makes a batch of transfers, one cent each, in the name of a process that dies undecided. */
  void leaveBatch(String... ids) {
    FaultyStore dying = FaultyStore.over(store);
    dying.faults().when(WriteKind.HOLD).dies();
    TwoPhase other = TwoPhase.over(dying).build();
    assertThatThrownBy(
            () ->
                other
                    .transfers()
                    .transferAll(Stream.of(ids).map(id -> request(id, 1)).toList(), Order.AS_GIVEN))
        .isInstanceOf(ProcessDied.class);
  }

  static TransferRequest request(String id, long cents) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(cents));
  }
}
