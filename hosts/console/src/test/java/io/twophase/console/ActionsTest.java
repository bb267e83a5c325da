package io.twophase.console;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.console.testing.Asked.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Planted;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators do by hand: in words, once, and logged. */
class ActionsTest {

  private static final Either<String, LoggedAction> UNREADABLE = Either.left("damaged");

  @AutoClose private final Bank bank = new Bank();
  private final TwoPhase twophase = bank.twophase;
  private final Asked console = bank.asked(settings -> settings.withActions(true));

  private static TransferRequest transfer(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money("3", "USD"));
  }

  private void leave(String id) {
    Planted.begun(bank.memory, transfer(id));
  }

  private State state(String id) {
    return ((TransactionLookup.Found) twophase.transactions().find(transactionId(id)))
        .record()
        .state();
  }

  private static String fresh(Asked.Reply form) {
    return form.text().replaceAll("(?s).*name=\"action\" value=\"([^\"]+)\".*", "$1");
  }

  private Asked.Reply act(String path, String id, Map<String, String> more) {
    Asked.Reply form = console.get(path + "?id=" + id);
    assertThat(form.status()).as(form.text()).isEqualTo(200);
    Map<String, String> fields = new HashMap<>(more);
    fields.put("id", id);
    fields.put("action", fresh(form));
    fields.put("reason", "asked by support");
    return console.post(path, fields);
  }

  private JsonNode outcome(Asked.Reply done) {
    assertThat(done.status()).as(done.text()).isEqualTo(303);
    return console.get("/api/v1" + done.response().headers().get("Location")).json().get("logged");
  }

  @Test
  void whatAKilledProcessLeftIsRecovered() {
    leave("pay-7");

    JsonNode logged = outcome(act("/transaction/recover", "pay-7", Map.of()));

    assertThat(state("pay-7")).isEqualTo(State.DONE);
    assertThat(texts(logged, "/operator", "/reason", "/code"))
        .containsExactly("me", "asked by support", "done");
    assertThat(console.get("/actions").text()).contains("pay-7", "recover", "asked by support");
  }

  @Test
  void thePagesGoOnBehindManyActionsThatCannotBeRead() {
    leave("pay-1");
    outcome(act("/transaction/recover", "pay-1", Map.of()));
    bank.before(
        (method, asked, call) -> {
          boolean isOfActions = method.equals("latest") && asked.size() == 4;
          return isOfActions ? behindDamage((int) asked.get(2), (int) asked.get(3)) : call.make();
        });
    String page = "/actions";
    List<String> shown = new ArrayList<>();

    while (!page.isEmpty()) {
      JsonNode read = console.get("/api/v1" + page).json();
      read.get("logged").forEach(logged -> shown.add(logged.path("id").asText("damaged")));
      page = read.path("older").asText("");
    }

    assertThat(shown).hasSize(1_101).last().isEqualTo("pay-1");
    assertThat(console.get("/actions").text()).contains("skip&#x3D;50\">Older</a>");
  }

  private List<Either<String, LoggedAction>> behindDamage(int skip, int limit) {
    List<Either<String, LoggedAction>> sound =
        bank.memory.actions().latest(Optional.empty(), Optional.empty(), 0, limit);
    return Stream.concat(Collections.nCopies(1_100, UNREADABLE).stream(), sound.stream())
        .skip(skip)
        .limit(limit)
        .toList();
  }

  @Test
  void itIsCanceledWithTheReason() {
    leave("pay-7");

    JsonNode logged = outcome(act("/transaction/cancel", "pay-7", Map.of()));

    assertThat(state("pay-7")).isEqualTo(State.CANCELED);
    assertThat(logged.get("message").asText()).contains("asked by support");
  }

  @Test
  void anAuthorizationIsApprovedAndCapturedInPart() {
    ApprovalRule rule = new ApprovalRule(1, List.of(new ApproverName("me")));
    twophase
        .authorizations()
        .authorize(
            transfer("hold-1"), new AuthorizationTerms(Duration.ofDays(3), Optional.of(rule)));
    assertThat(console.get("/transaction?id=hold-1").text())
        .contains("<dt>Expires</dt>")
        .doesNotContain("<dt>Moved</dt>");

    assertThat(outcome(act("/transaction/approve", "hold-1", Map.of())).get("code").asText())
        .isEqualTo("approved");
    JsonNode captured = outcome(act("/transaction/capture", "hold-1", Map.of("amount", "2")));

    assertThat(texts(captured, "/code", "/arguments/amount")).containsExactly("captured", "2");
    assertThat(console.get("/transaction?id=hold-1").text())
        .contains("<dt>Moved</dt><dd>2.00 USD</dd>")
        .doesNotContain("<dt>Expires</dt>");
  }

  @Test
  void anAmountOfJsonIsTakenDigitByDigit() {
    twophase.accounts().open(account("C"), money("20000000", "USD"));
    twophase
        .authorizations()
        .authorize(
            new TransferRequest(
                transactionId("hold-1"), account("C"), account("B"), money("10000000.50", "USD")),
            new AuthorizationTerms(Duration.ofDays(3)));

    String body =
        "{\"id\": \"hold-1\", \"action\": \"a\", \"reason\": \"r\", \"amount\": 10000000.50}";
    Asked.Reply done =
        console
            .with("Content-Type", "application/json")
            .send("POST", "/api/v1/transaction/capture", body);

    assertThat(done.json().get("code").asText()).as(done.text()).isEqualTo("captured");
  }

  @Test
  void anAuthorizationIsVoided() {
    twophase
        .authorizations()
        .authorize(transfer("hold-1"), new AuthorizationTerms(Duration.ofDays(3)));

    outcome(act("/transaction/void", "hold-1", Map.of()));

    assertThat(state("hold-1")).isEqualTo(State.CANCELED);
  }

  @Test
  void sentTwiceItIsDoneOnce() {
    twophase.transfers().transfer(transfer("pay-7"));
    Asked.Reply form = console.get("/transaction/reverse?id=pay-7");
    Map<String, String> fields =
        Map.of("id", "pay-7", "action", fresh(form), "reason", "a mistake");

    JsonNode first = outcome(console.post("/transaction/reverse", fields));
    JsonNode second = outcome(console.post("/transaction/reverse", fields));

    assertThat(second).isEqualTo(first);
    assertThat(first.get("code").asText()).isEqualTo("reversed");
  }

  @Test
  void anIdOfAnActionIsOfOneAction() {
    twophase.transfers().transfer(transfer("pay-7"));
    String action = fresh(console.get("/transaction/reverse?id=pay-7"));
    console.post(
        "/transaction/reverse", Map.of("id", "pay-7", "action", action, "reason", "a mistake"));

    Asked.Reply other =
        console.post("/account/freeze", Map.of("id", "A", "action", action, "reason", "fraud"));

    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text()).contains("another one needs an id of its own");
  }

  @Test
  void anAccountIsFrozenAndUnfrozen() {
    assertThat(outcome(act("/account/freeze", "A", Map.of())).get("code").asText())
        .isEqualTo("frozen");
    assertThat(twophase.transfers().transfer(transfer("no")).isApplied()).isFalse();

    assertThat(outcome(act("/account/unfreeze", "A", Map.of())).get("code").asText())
        .isEqualTo("active");
  }

  @ParameterizedTest
  @CsvSource({
    "recover, pay-7, nothing is left to recover",
    "cancel, pay-7, cannot be canceled: reverse it",
    "void, pay-7, and not authorized",
    "capture, pay-7, and not authorized",
    "approve, pay-7, needs no approvals",
    "reverse, none, There is no transaction none",
  })
  void aFormSaysWhyThereIsNothingToDo(String kind, String id, String why) {
    twophase.transfers().transfer(transfer("pay-7"));

    Asked.Reply form = console.get("/transaction/" + kind + "?id=" + id);

    assertThat(form.status()).isEqualTo(409);
    assertThat(form.text()).contains(why);
  }

  @Test
  void withoutAReasonNothingIsDone() {
    leave("pay-7");
    Asked.Reply refused =
        console.post("/transaction/cancel", Map.of("id", "pay-7", "action", "a-1", "reason", "  "));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("the parameter reason is missing");
    assertThat(state("pay-7")).isEqualTo(State.PENDING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "7", "", "{", "{\"id\": {}}", "{\"id\": [1]}"})
  void whatIsNoObjectOfTextsIsRefused(String body) {
    console.with("Content-Type", "application/json");

    assertThat(console.send("POST", "/api/v1/transaction/recover", body).json().get("kind"))
        .hasToString("\"BadRequest\"");
  }

  @Test
  void aScriptDoesTheSame() {
    leave("pay-7");
    String action =
        console.get("/api/v1/transaction/recover?id=pay-7").json().get("action").asText();

    Asked.Reply done =
        console.postJson(
            "/api/v1/transaction/recover",
            Map.of("id", "pay-7", "action", action, "reason", "nightly"));

    assertThat(done.json().get("code").asText()).isEqualTo("done");
  }
}
