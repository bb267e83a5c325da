package io.twophase.app.authorization;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.Instant;
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
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(WEEK);
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
}
