package io.twophase.app.authorization;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Authorizations while others are at work on them. */
class AuthorizationsTest {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");
  private static final TransactionId ID = transactionId("t");
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(WEEK);
  private static final AuthorizationTerms APPROVED =
      new AuthorizationTerms(WEEK, Optional.of(new ApprovalRule(1, List.of(ANN, BOB))));
  private static final TransferRequest FIFTY = Books.request("t", 50);

  private final SettableClock clock = new SettableClock(BEGUN);
  private final FaultyStore store =
      Books.open(FaultyStore.over(InMemoryStore.create(clock)), 100, 0);
  @AutoClose private final TwoPhase host = Hosts.amongOthers(store, 2);
  private final Authorizations door = host.authorizations();

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static AuthorizationRefusal captured(long cents) {
    return new AuthorizationRefusal.AlreadyCaptured(
        ID, List.of(debit("A", cents(cents)), credit("B", cents(cents))));
  }

  @Test
  void closingWaitsForACaptureThatIsUnderWay() {
    door.authorize(FIFTY, TERMS);
    CompletableFuture<Void> deciding = new CompletableFuture<>();
    CompletableFuture<Void> goesOn = new CompletableFuture<>();
    store
        .faults()
        .when(WriteKind.ADVANCE)
        .first(
            () -> {
              deciding.complete(null);
              goesOn.join();
            });
    TwoPhase other = TwoPhase.over(store).build();
    CompletableFuture<CaptureOutcome> capture =
        CompletableFuture.supplyAsync(() -> other.authorizations().capture(ID));
    deciding.join();

    CompletableFuture<Void> closing = CompletableFuture.runAsync(other::close);

    assertThatThrownBy(() -> closing.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    goesOn.complete(null);
    closing.join();
    assertThat(capture.join()).isEqualTo(new CaptureOutcome.Captured(ID, true));
  }

  /** The approval is noted, and another captures before the record is read again. */
  @Test
  void whoHasApprovedIsToldSoThoughItIsCapturedByThen() {
    door.authorize(FIFTY, APPROVED);
    Store between =
        Books.at(
            store,
            "move",
            call -> {
              Object answer = call.make();
              assertThat(door.capture(ID).isCaptured()).isTrue();
              return answer;
            });
    ApproveOutcome approved = new ApproveOutcome.Approved(ID, List.of(BOB), 1);

    try (TwoPhase approving = TwoPhase.over(between).build()) {
      assertThat(approving.authorizations().approve(ID, BOB)).isEqualTo(approved);
    }

    assertThat(door.approve(ID, BOB)).isEqualTo(approved);
    assertThat(door.approve(ID, ANN)).isEqualTo(new ApproveOutcome.Refused(ID, captured(50)));
  }
}
