package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.app.audit.Finding.Subject;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import io.twophase.console.screen.AuditScreen.Audits;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Planted;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The screen of the audit. */
class AuditScreenTest {

  private static final Caller VIEWER = new Caller("ann", Role.VIEWER);

  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private final InMemoryStore sound = InMemoryStore.create(clock);
  private final CountDownLatch waits = new CountDownLatch(1);
  private boolean isAway;
  private final Store store =
      Interceptor.replacing(
          sound,
          Records.class,
          records ->
              Interceptor.before(
                  Records.class,
                  records,
                  (method, asked, call) -> {
                    if (method.equals("scan")) {
                      await();
                    }
                    return call.make();
                  }));
  private final TwoPhase twophase = TwoPhase.over(store).build();
  private final Console console =
      Console.over(twophase, store, ConsoleSettings.of(Access.local("me")).withClock(clock));
  private final Asked asked = new Asked(console);

  private void await() {
    try {
      waits.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    if (isAway) {
      throw new StoreUnavailableException("the store is away");
    }
  }

  @AfterEach
  void close() {
    waits.countDown();
    console.close();
    twophase.close();
  }

  private JsonNode ended() {
    waits.countDown();
    Awaitility.await().until(() -> asked.get("/api/v1/audit").json().has("last"));
    return asked.get("/api/v1/audit").json().get("last");
  }

  @Test
  void thePageSaysWhatAnAuditReads() {
    assertThat(asked.get("/audit").text())
        .contains("reads everything, changes nothing", "Start an audit")
        .contains("Nobody has made an audit");
  }

  @Test
  void aReadOnlyConsoleAuditsAndLinksFindings() {
    Planted.pending(sound, "pay-7");
    clock.advance(Duration.ofHours(1));

    Asked.Reply begun = asked.post("/audit", Map.of());
    JsonNode last = ended();

    assertThat(begun.status()).isEqualTo(303);
    assertThat(last.get("by").asText()).isEqualTo("me");
    JsonNode finding = last.get("report").get("findings").get(0);
    assertThat(finding.get("kind").asText()).isEqualTo("Stuck");
    assertThat(finding.get("address").asText()).isEqualTo("/transaction?id=pay-7");
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
    sound
        .holds()
        .place(
            Claims.of(List.of(Member.of(body)), false).all().stream()
                .map(claim -> new Placing(RecordId.of(body.id()), Epoch.FIRST, claim))
                .toList());
    waits.countDown();
    Asked hiding =
        new Asked(
            Console.over(
                twophase,
                store,
                ConsoleSettings.of(Access.local("me"))
                    .withClock(clock)
                    .withRedactor((document, path) -> true)));
    hiding.post("/audit", Map.of());
    Awaitility.await().until(() -> hiding.get("/api/v1/audit").json().has("last"));

    JsonNode finding = hiding.get("/api/v1/audit").json().at("/last/report/findings/0");

    assertThat(finding.get("address").asText()).isEqualTo("/document?collection=orders&id=%5B7%5D");
    assertThat(finding.get("detail").asText()).isEqualTo("***");
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

  @ParameterizedTest
  @EnumSource(Finding.Kind.class)
  void aFindingOfAnyKindIsLinkedByWhatItNames(Finding.Kind kind) {
    assertThat(PAGES.keySet().stream().<Class<?>>map(Subject::getClass))
        .contains(Subject.class.getPermittedSubclasses());
    List<Finding> findings =
        PAGES.keySet().stream().map(subject -> new Finding(kind, subject, "is off")).toList();
    AuditReport report =
        new AuditReport(0, Map.of(), Map.of(), Map.of(), true, Optional.empty(), findings);
    Audits audits = new Audits(watch -> Optional.of(report), clock);
    audits.start("me");
    Awaitility.await().until(() -> audits.seen().last().isPresent());
    Request request =
        new Request("GET", "/audit", Map.of(), Map.of(), Optional.of(VIEWER), Map.of());

    Answer answer = new AuditScreen(audits, Redactor.NONE).answer(request);

    String consumers = kind == Finding.Kind.CONSUMER_UNREADABLE ? "/consumers" : "";
    JsonNode shown =
        answer.fold(
            model ->
                new Asked.Reply(Response.json(200, model.model()), Json.text(model.model())).json(),
            declined -> null,
            done -> null,
            sent -> null);
    for (int at = 0; at < findings.size(); at++) {
      String page = PAGES.get(findings.get(at).subject());
      assertThat(shown.at("/last/report/findings").get(at).path("address").asText())
          .isEqualTo(page.isEmpty() ? consumers : page);
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

  private static Asked as(Console console, String name, Role role) {
    return new Asked(console).as(new Caller(name, role));
  }

  @Test
  void aViewerDoesNotStopTheAuditOfAnother() {
    try (Console shared =
        Console.over(twophase, store, ConsoleSettings.of(Access.ofHost()).withClock(clock))) {
      Asked ann = as(shared, "ann", Role.VIEWER);
      Asked bob = as(shared, "bob", Role.VIEWER);
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
      waits.countDown();
      Awaitility.await().until(() -> ann.get("/api/v1/audit").json().has("last"));
      assertThat(ann.get("/api/v1/audit").json().at("/last/fault").asText())
          .isEqualTo("ann has stopped it");
    }
  }

  @Test
  void anOperatorStopsTheAuditOfAnother() {
    try (Console shared =
        Console.over(twophase, store, ConsoleSettings.of(Access.ofHost()).withClock(clock))) {
      as(shared, "ann", Role.VIEWER).postJson("/api/v1/audit", Map.of());
      Asked eve = as(shared, "eve", Role.OPERATOR);
      assertThat(eve.get("/audit").text()).contains("Stop it");

      assertThat(eve.postJson("/api/v1/audit/stop", Map.of()).status()).isEqualTo(200);

      waits.countDown();
      Awaitility.await().until(() -> eve.get("/api/v1/audit").json().has("last"));
      assertThat(eve.get("/api/v1/audit").json().at("/last/fault").asText())
          .isEqualTo("eve has stopped it");
    }
  }

  @Test
  void closingTheConsoleEndsItsAudit() {
    asked.post("/audit", Map.of());
    console.close();

    assertThat(ended().get("fault").asText()).isEqualTo("it was stopped");
  }
}
