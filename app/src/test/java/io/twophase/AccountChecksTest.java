package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.StatusOutcome;
import java.time.Clock;
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

  private StatusOutcome change(StatusChange change) {
    return twophase.accounts().change(GUARANTOR, change);
  }

  private List<Finding> audit() {
    return twophase.audit().run().findings();
  }
}
