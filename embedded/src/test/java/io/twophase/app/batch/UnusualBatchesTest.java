package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.RandomIds;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches at the edges of what they may be asked and may find, by way of the front door. */
class UnusualBatchesTest {
  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private Store store;
  private TwoPhase host;
  private DeadOwner dead;

  @BeforeEach
  void begin() {
    store = FRESH.store();
    host = TwoPhase.over(store).build();
    dead = new DeadOwner(store);
  }

  @AfterEach
  void end() {
    host.close();
  }

  /** Nothing is left to recover, nothing is held, and the books are right. */
  private void isAtRest() {
    assertThat(Books.recover(host)).isEmpty();
    host.accounts()
        .forEach(
            lookup ->
                assertThat(lookup)
                    .isInstanceOfSatisfying(
                        AccountLookup.Found.class,
                        found -> assertThat(found.account().holds()).isEmpty()));
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static final Map<TransactionId, CancelReason> M2_IS_REFUSED =
      Map.of(
          transactionId("m2"),
          new HoldRefusal.InsufficientFunds(accountId("C"), cents(5), cents(9)));

  /** The store, whose first reads of a member are older than its document. */
  private Store readTooEarly(String id, int reads) {
    AtomicInteger left = new AtomicInteger(reads);
    return Interceptor.overriding(
        store,
        Records.class,
        sound ->
            new Object() {
              public List<Lookup> findMembers(List<TransactionId> ids) {
                List<Lookup> found = sound.findMembers(ids);
                return left.getAndDecrement() > 0
                    ? found.stream()
                        .map(there -> there.id().equals(id) ? Lookup.absent(id) : there)
                        .toList()
                    : found;
              }
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoReadsTheMembersTooEarlyDoesNotFinish(boolean isCanceled) {
    Books.open(store, 5, 0, 5, 0);
    RecordId batch =
        dead.left(transfer("m1", "A", "B", cents(5)), transfer("m2", "C", "D", cents(9)));
    dead.held(batch, 1, Range.whole(5, 0), "A");
    dead.held(batch, 1, Range.whole(0, 5), "B");
    dead.held(batch, 1, new Range(0, 9, Optional.of(5L), Optional.empty()), "C", "D");
    if (isCanceled) {
      dead.move(
          Transition.cancel(dead.record(batch), Fixtures.ON_REQUEST, DeadOwner.DEAD, List.of()));
    } else {
      dead.decide(batch, 1, new Verdict(M2_IS_REFUSED, Set.of(), Set.of(), Map.of()));
    }
    try (TwoPhase late =
        TwoPhase.over(readTooEarly("m2", 2)).pause(time -> {}).ids(new RandomIds()).build()) {
      late.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    }

    assertThat(dead.record(batch).state().isFinal()).isTrue();
    isAtRest();
    assertThat(Books.balance(store, "B")).isEqualTo(isCanceled ? 0 : 5);
  }
}
