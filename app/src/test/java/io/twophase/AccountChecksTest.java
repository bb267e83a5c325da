package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.StatusOutcome;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A transaction checks an account, and nobody freezes it meanwhile")
class AccountChecksTest {

  private static final AccountId PAYER = account("payer");
  private static final AccountId PAYEE = account("payee");
  private static final AccountId GUARANTOR = account("guarantor");
  private static final DocumentRef AS_DOCUMENT = InMemoryStore.ACCOUNTS.document("guarantor");
  private static final DocumentOperation CHECK = check(AS_DOCUMENT, is("status", "active"));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  @AutoClose private final TwoPhase twophase = TwoPhase.over(store).build();
  private final DocumentWrites writes = new DocumentWrites(store);

  @BeforeEach
  void open() {
    twophase.accounts().open(PAYER, money("50.00", "USD"));
    twophase.accounts().open(PAYEE, money("0.00", "USD"));
    twophase.accounts().open(GUARANTOR, money("0.00", "USD"));
  }

  @Test
  void aCheckThatIsUnderWayIsNoFaultAndOneWithoutARecordIs() {
    writes.begin("under way", CHECK);
    writes.hold("under way", 1, CHECK);
    assertThat(audit()).isEmpty();
    writes.hold("lost", 1, CHECK);

    assertThat(audit())
        .containsExactly(
            new Finding(
                Finding.Kind.HOLD_WITHOUT_RECORD,
                new Finding.Subject.OfDocument(TwoPhase.document("accounts", "guarantor")),
                "has the shared hold for lost, no record"));
    assertThat(change(StatusChange.FREEZE))
        .isEqualTo(
            new StatusOutcome.Refused(
                new StatusRefusal.Busy(GUARANTOR, transactionId("under way"))));
  }

  @Test
  void anOrphanedCheckIsReleasedAndTheAccountIsFree() {
    writes.begin("done", CHECK);
    writes.takeOver("done", 1);
    writes.decide("done", 2);
    writes.finish("done");
    writes.hold("done", 1, CHECK);
    writes.hold("lost", 1, CHECK);

    List<Orphan> orphans = new ArrayList<>();
    List<LeftAlone> leftAlone = new ArrayList<>();
    twophase.scrub().run(orphans::add, leftAlone::add);

    assertThat(orphans).extracting(Orphan::proof).contains(HoldProof.FINISHED, HoldProof.NO_RECORD);
    assertThat(orphans)
        .extracting(Orphan::outcome)
        .containsOnly(Orphan.Outcome.RELEASED)
        .hasSize(2);
    assertThat(leftAlone).isEmpty();
    assertThat(change(StatusChange.FREEZE)).isInstanceOf(StatusOutcome.Changed.class);
    assertThat(audit()).isEmpty();
  }

  private StatusOutcome change(StatusChange change) {
    return twophase.accounts().change(GUARANTOR, change);
  }

  private List<Finding> audit() {
    return twophase.audit().run().findings();
  }
}
