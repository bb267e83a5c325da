package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.audit.Finding.Subject;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.screen.AuditScreen.Audits;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Steps;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.transaction.NewTransaction;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Audits that no scene can show. */
class AuditScreenTest {

  @AutoClose private final Bank bank = new Bank();

  private static String ended(Asked caller, String place) {
    Awaitility.await().until(() -> caller.get("/api/v1/audit").json().has("last"));
    return caller.get("/api/v1/audit").json().at("/last" + place).asText();
  }

  @Test
  void aFindingSaysNothingOfADocumentWhoseHostHidesValues() {
    NewTransaction body =
        TwoPhase.transaction("t")
            .insert(TwoPhase.document("orders", 7), Map.of("salary", 9_000))
            .transaction()
            .get();
    bank.memory
        .holds()
        .place(
            Claims.of(List.of(Member.of(body)), false).all().stream()
                .map(claim -> new Placing(RecordId.of(body.id()), Epoch.FIRST, claim))
                .toList());
    Asked hiding = bank.asked(settings -> settings.withRedactor((document, path) -> true));
    hiding.post("/audit", Map.of());

    assertThat(ended(hiding, "/report/findings/0/address"))
        .isEqualTo("/document?collection=orders&id=%5B7%5D");
    assertThat(ended(hiding, "/report/findings/0/detail")).isEqualTo("***");
  }

  /** Lists the kinds of subject of a finding, with the addresses of their pages. */
  private static final Map<Subject, String> PAGES =
      Map.of(
          new Subject.OfAccount(TwoPhase.account("orders 7")), "/account?id=orders+7",
          new Subject.OfDocument(TwoPhase.document("orders", "7")),
              "/document?collection=orders&id=7",
          new Subject.OfTransaction("pay-7"), "/transaction?id=pay-7",
          new Subject.OfTransaction("batch:7"), "/batch?id=batch%3A7",
          new Subject.OfOther("orders 7"), "");

  @Test
  void aFindingOfAnyKindIsLinkedByWhatItNames() {
    assertThat(PAGES.keySet().stream().<Class<?>>map(Subject::getClass))
        .contains(Subject.class.getPermittedSubclasses());
    for (Finding.Kind kind : Finding.Kind.values()) {
      PAGES.forEach(
          (subject, page) -> {
            String other = kind == Finding.Kind.CONSUMER_UNREADABLE ? "/consumers" : "";
            assertThat(AuditScreen.address(new Finding(kind, subject, "is off")).orElse(""))
                .as("%s of %s", kind, subject)
                .isEqualTo(page.isEmpty() ? other : page);
          });
    }
  }

  @Test
  void anAuditThatBreaksOffIsNotUnderWayForEver() {
    Audits audits =
        new Audits(
            watch -> {
              throw new StackOverflowError();
            },
            bank.clock);
    assertThat(audits.start("me")).isTrue();
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> audits.seen().running().isEmpty());
    assertThat(audits.seen().last().orElseThrow().result().getLeft()).startsWith("it broke off");
    assertThat(audits.start("me")).isTrue();
  }

  @Test
  void closingTheConsoleEndsItsAudit() {
    Console console = bank.console(ConsoleSettings.of(Access.local("me")));
    Asked asked = new Asked(console);
    Steps steps = new Steps(bank);
    steps.make("audits wait");
    asked.post("/audit", Map.of());
    console.close();
    steps.make("audits go");

    assertThat(ended(asked, "/fault")).isEqualTo("it was stopped");
  }
}
