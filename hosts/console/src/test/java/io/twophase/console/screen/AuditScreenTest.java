package io.twophase.console.screen;

import static io.twophase.console.testing.Asked.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.audit.Finding.Subject;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.screen.AuditScreen.Audits;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Planted;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The screen of the audit. */
class AuditScreenTest {

  @AutoClose private final Bank bank = new Bank();
  private final CountDownLatch waits = new CountDownLatch(1);
  private boolean isAway;
  private final Console console = bank.console(ConsoleSettings.of(Access.local("me")));
  private final Asked asked = new Asked(console);

  @BeforeEach
  void letAnAuditWait() {
    bank.before(
        (method, arguments, call) -> {
          if (method.equals("scan") && call.port() instanceof Records) {
            Bank.await(waits);
            if (isAway) {
              throw new StoreUnavailableException("the store is away");
            }
          }
          return call.make();
        });
  }

  @AfterEach
  void goOn() {
    waits.countDown();
  }

  private JsonNode ended() {
    return ended(asked);
  }

  private JsonNode ended(Asked caller) {
    waits.countDown();
    Awaitility.await().until(() -> caller.get("/api/v1/audit").json().has("last"));
    return caller.get("/api/v1/audit").json().get("last");
  }

  @Test
  void thePageSaysWhatAnAuditReads() {
    assertThat(asked.get("/audit").text())
        .contains("reads everything, changes nothing", "Start an audit")
        .contains("Nobody has made an audit");
  }

  @Test
  void aReadOnlyConsoleAuditsAndLinksFindings() {
    Planted.pending(bank.memory, "pay-7");
    bank.clock.advance(Duration.ofHours(1));

    Asked.Reply begun = asked.post("/audit", Map.of());
    JsonNode last = ended();

    assertThat(begun.status()).isEqualTo(303);
    assertThat(last.get("by").asText()).isEqualTo("me");
    JsonNode finding = last.get("report").get("findings").get(0);
    assertThat(texts(finding, "/kind", "/address"))
        .containsExactly("Stuck", "/transaction?id=pay-7");
    assertThat(asked.get("/audit").text())
        .contains("1 found", "href=\"/transaction?id&#x3D;pay-7\"");
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

    JsonNode finding = ended(hiding).at("/report/findings/0");
    assertThat(texts(finding, "/address", "/detail"))
        .containsExactly("/document?collection=orders&id=%5B7%5D", "***");
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
  void thereIsOneAuditAtATime() {
    asked.post("/audit", Map.of());

    Awaitility.await()
        .until(() -> asked.get("/audit").text().contains("It reads the transactions."));
    assertThat(asked.get("/audit").text()).contains("me has started it").contains("Stop it");
    assertThat(asked.post("/audit", Map.of()).status()).isEqualTo(409);
    assertThat(ended().get("report").get("isClean").asBoolean()).isTrue();
    assertThat(asked.post("/audit", Map.of()).status()).isEqualTo(303);
  }

  @Test
  void anAuditThatFailsSaysWhy() {
    isAway = true;
    asked.post("/audit", Map.of());

    assertThat(ended().get("fault").asText()).isEqualTo("the store is away");
    assertThat(asked.get("/audit").text())
        .contains("It has not come to its end: the store is away.");
  }

  /** What the forms of the page carry. */
  private static Map<String, String> form(Asked caller) {
    Matcher signed =
        Pattern.compile("name=\"form\" value=\"([^\"]+)\"").matcher(caller.get("/audit").text());
    assertThat(signed.find()).isTrue();
    return Map.of("form", signed.group(1));
  }

  @Test
  void anAuditIsStopped() {
    asked.post("/audit", Map.of());

    assertThat(asked.postBare("/audit/stop", form(asked)).status()).isEqualTo(303);
    assertThat(ended().get("fault").asText()).isEqualTo("me has stopped it");
  }

  private final Console shared = bank.console(ConsoleSettings.of(Access.ofHost()));

  private Asked as(String name, Role role) {
    return new Asked(shared).as(new Caller(name, role));
  }

  @Test
  void aViewerDoesNotStopTheAuditOfAnother() {
    Asked ann = as("ann", Role.VIEWER);
    Asked bob = as("bob", Role.VIEWER);
    assertThat(ann.post("/audit", Map.of()).status()).isEqualTo(303);

    Asked.Reply refused = bob.postBare("/audit/stop", form(bob));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text())
        .contains("Not an operator")
        .contains("stopped by who has started it, or by an operator: bob is neither");
    assertThat(bob.get("/audit").text()).contains("ann has started it").doesNotContain("Stop it");
    assertThat(ann.get("/audit").text()).contains("Stop it");
    assertThat(bob.get("/api/v1/audit").json().has("running")).isTrue();
    assertThat(ann.postJson("/api/v1/audit/stop", Map.of()).status()).isEqualTo(200);
    assertThat(ended(ann).get("fault").asText()).isEqualTo("ann has stopped it");
  }

  @Test
  void anOperatorStopsTheAuditOfAnother() {
    as("ann", Role.VIEWER).postJson("/api/v1/audit", Map.of());
    Asked eve = as("eve", Role.OPERATOR);

    assertThat(eve.get("/audit").text()).contains("Stop it");
    assertThat(eve.postJson("/api/v1/audit/stop", Map.of()).status()).isEqualTo(200);
    assertThat(ended(eve).get("fault").asText()).isEqualTo("eve has stopped it");
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
    asked.post("/audit", Map.of());
    console.close();

    assertThat(ended().get("fault").asText()).isEqualTo("it was stopped");
  }
}
