package io.twophase.app.recovery;

import static io.twophase.app.testing.Books.account;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What recovery and the audit make of what waits for its capture. */
class AuthorizationsInRecoveryTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final RecoveryRequest ALL = RecoveryRequest.olderThan(Duration.ZERO);
  private static final NewTransaction BODY =
      transfer("t", "A", "B", cents(50)).authorizedUnder(new AuthorizationTerms(WEEK));

  private Instant now = BEGUN;
  private final InMemoryStore store = InMemoryStore.create(() -> now);
  private final DocumentWrites writes = new DocumentWrites(store);
  @AutoClose private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void beginIt() {
    Books.open(store, 100, 0);
    writes.begin(BODY);
  }

  private void authorize() {
    writes.hold(BODY, 1);
    move(Transition.authorize(RecordId.of(BODY.id()), epoch(1)));
  }

  private void move(Transition transition) {
    assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
  }

  private void captureThirty() {
    move(
        Transition.capture(
            BODY.id(), epoch(1), List.of(30L, 30L), 0, new Owner(APP, token("capturer"))));
  }

  private List<Finding> audit() {
    return host.audit().run().findings();
  }

  @Test
  void whatWaitsForItsCaptureIsLeftAlone() {
    authorize();
    now = BEGUN.plus(WEEK).minusMillis(1);

    assertThat(Books.recover(host, ALL)).isEmpty();
    assertThat(
            Books.recover(
                host,
                new RecoveryRequest(
                    Duration.ZERO, Optional.empty(), RecoveryRequest.Policy.CANCEL)))
        .isEmpty();
    assertThat(account(store, "A").available().minor()).isEqualTo(50);
    assertThat(audit()).isEmpty();
  }

  @Test
  void whatHasExpiredIsVoidedHoweverYoungItsLastChangeIs() {
    authorize();
    now = BEGUN.plus(WEEK);

    assertThat(Books.recover(host, RecoveryRequest.olderThan(Duration.ofDays(30))))
        .containsExactly(
            new Recovered.Canceled(
                "t", State.AUTHORIZED, new CancelReason.Expired(BEGUN.plus(WEEK))));
    assertThat(account(store, "A").available().minor()).isEqualTo(100);
    assertThat(account(store, "A").holds()).isEmpty();
    assertThat(Books.recover(host, ALL)).isEmpty();
    assertThat(audit()).isEmpty();
  }

  @Test
  void aFullPageOfWhatCannotBeVoidedKeepsNoOtherWaiting() {
    authorize();
    now = BEGUN.plus(WEEK);
    List<Lookup> damaged =
        Collections.nCopies(RecordQuery.MAX_LIMIT, Lookup.unreadable("x", "odd"));
    RecordQuery first = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    Interceptor between =
        (method, asked, call) ->
            asked.equals(List.of(first))
                ? damaged
                : asked.equals(List.of(first.withSkip(RecordQuery.MAX_LIMIT)))
                    ? call.with(List.of(first)).make()
                    : call.make();
    try (TwoPhase recoverer =
        TwoPhase.over(Interceptor.before(Store.class, store, between)).build()) {
      assertThat(Books.recover(recoverer, ALL))
          .endsWith(
              new Recovered.Canceled(
                  "t", State.AUTHORIZED, new CancelReason.Expired(BEGUN.plus(WEEK))));
    }
  }

  @Test
  void whatWasLeftPendingIsAuthorizedAndSaidSo() {
    now = BEGUN.plus(Duration.ofHours(1));

    assertThat(Books.recover(host, ALL))
        .containsExactly(new Recovered.Authorized("t", State.PENDING, BEGUN.plus(WEEK)));
    assertThat(account(store, "A").available().minor()).isEqualTo(50);
    assertThat(account(store, "A").balance().minor()).isEqualTo(100);
    assertThat(Books.recover(host, ALL)).isEmpty();
  }

  @Test
  void aCaptureThatWasLeftIsSettledByWhatItsRecordSays() {
    authorize();
    captureThirty();
    assertThat(audit()).extracting(Finding::kind).isEmpty();
    Claim debit = Claims.of(List.of(Member.of(BODY)), false).all().get(0);
    store
        .holds()
        .end(
            List.of(Ending.settle(RecordId.of(BODY.id()), debit, epoch(1), -30, Optional.empty())));
    assertThat(audit()).isEmpty();

    assertThat(Books.recover(host, ALL)).containsExactly(new Recovered.Done("t", State.APPLIED));
    assertThat(account(store, "A").balance().minor()).isEqualTo(70);
    assertThat(account(store, "A").available().minor()).isEqualTo(70);
    assertThat(account(store, "B").balance().minor()).isEqualTo(30);
    assertThat(audit()).isEmpty();
    assertThat(Books.scrub(host)).isEmpty();
  }

  @Test
  void theAuditSaysSoIfNobodyVoidsWhatHasExpired() {
    authorize();
    now = BEGUN.plus(WEEK).plus(Duration.ofDays(1));

    assertThat(audit())
        .singleElement()
        .satisfies(finding -> assertThat(finding.kind()).isEqualTo(Finding.Kind.STUCK));
  }
}
