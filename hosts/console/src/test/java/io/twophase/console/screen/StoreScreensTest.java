package io.twophase.console.screen;

import static io.twophase.console.testing.Asked.each;
import static io.twophase.console.testing.Asked.texts;
import static io.twophase.console.testing.Bank.A;
import static io.twophase.console.testing.Bank.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.view.Links;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Fields;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One thing of a store, or all of a kind. */
class StoreScreensTest {

  private static final DocumentRef ORDER = TwoPhase.document("orders", "7");

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @Test
  void theBalanceIsAnIntervalWhileSomethingIsHeld() {
    bank.dies(WriteKind.HOLD, payment("pay-7", "12.50"));

    JsonNode account = asked.get("/api/v1/account?id=A").json().path("account");

    assertThat(texts(account, "/lowest", "/highest", "/holds/0/link"))
        .containsExactly("87.50", "100.00", "/transaction?id=pay-7");
    assertThat(asked.get("/account?id=A").text())
        .contains(
            "<dt>May become, by what is held</dt><dd>87.50 to 100.00 USD</dd>",
            "<a href=\"/transaction?id&#x3D;pay-7\"><code>pay-7</code></a>",
            "href=\"/account/statement?id&#x3D;A\"")
        .doesNotContain("freeze");
  }

  @Test
  void operatorsAreLedToWhatTheyMayDo() {
    Asked operator = bank.asked(settings -> settings.withActions(true));

    assertThat(operator.get("/account?id=A").text())
        .contains("Nothing is held of it.", "/account/freeze?id&#x3D;A");
    bank.twophase.accounts().change(A, StatusChange.FREEZE);
    assertThat(operator.get("/account?id=A").text()).contains("/account/unfreeze?id&#x3D;A");
  }

  @Test
  void thereMayBeNoAccount() {
    assertThat(asked.get("/account?id=C").status()).isEqualTo(404);
    bank.store.unreadables().plant(Unreadables.Kind.ACCOUNT, "A");
    assertThat(asked.get("/account?id=A").text()).contains("It cannot be read");
  }

  @Test
  void theMembersOfABatchAreShownAHundredAtATime() {
    List<TransferRequest> many =
        IntStream.range(0, 150)
            .mapToObj(
                at ->
                    new TransferRequest(
                        new TransactionId("pay-%03d".formatted(at)),
                        Bank.A,
                        Bank.B,
                        Bank.usd(at == 7 ? "1000" : "0.01")))
            .toList();
    bank.twophase.transfers().transferAll(many, Order.ANY);
    String batch =
        asked.get("/api/v1/transaction?id=pay-001").json().at("/transaction/batch").asText();

    JsonNode json = asked.get("/api/v1/batch?id=" + batch).json();

    assertThat(json.path("pages").asInt()).isEqualTo(2);
    assertThat(json.path("batch").path("members")).hasSize(100);
    assertThat(asked.get("/batch?id=" + batch).text())
        .contains(
            "It decides 150 transactions at once.",
            "Page 1 of 2",
            "pay-007</code></a></td><td><span class=\"state canceled\">canceled</span>",
            "decided: it happens");
    assertThat(asked.get("/batch?id=" + batch + "&page=2").text())
        .contains("pay-149")
        .doesNotContain("pay-007");
    assertThat(asked.get("/transaction?id=pay-001").text())
        .contains("<dt>Batch</dt><dd><a href=\"/batch?id&#x3D;batch%3A");
  }

  @Test
  void thereMayBeNoBatch() {
    assertThat(asked.get("/batch?id=batch:x").status()).isEqualTo(404);
    assertThat(asked.get("/batch?id=pay-7").status()).isEqualTo(400);
  }

  @Test
  void theConsumersAndTheirLagAreListed() {
    assertThat(asked.get("/consumers").text())
        .contains("There are no consumers.", "off: what is decided now never becomes an event");
    bank.twophase.events().turnOn();
    bank.pay("pay-7", "1");
    bank.twophase.events().consume(new ConsumerName("mail"), 10, page -> {});
    bank.pay("pay-8", "1");
    bank.pay("pay-9", "1");

    assertThat(
            asked.get("/api/v1/consumers").json().path("consumers").get(0).path("behind").asLong())
        .as("the console gives no numbers")
        .isZero();
    bank.twophase.events().number();
    assertThat(asked.get("/consumers").text())
        .contains("<th scope=\"row\">mail</th><td>1</td><td>2</td>");
  }

  @Test
  void aConsumerThatCannotBeReadIsNamed() {
    bank.twophase.events().turnOn();
    bank.twophase.events().consume(new ConsumerName("mail"), 10, page -> {});
    bank.store.unreadables().plant(Unreadables.Kind.CONSUMER, "mail");

    assertThat(asked.get("/consumers").text()).contains("class=\"warn\"", "mail");
  }

  @Test
  void aDocumentIsShownAsDecidedWithWhatHoldsIt() {
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.dies(
        WriteKind.ADVANCE,
        TwoPhase.transaction("pay-7").change(ORDER, FieldChange.set("status", "Paid")));

    JsonNode json = asked.get("/api/v1/document?collection=orders&id=7").json().path("document");

    assertThat(texts(json, "/document/status", "/stored/status", "/holds/0/state"))
        .containsExactly("Paid", "UnPaid", "applied");
    assertThat(asked.get("/document?collection=orders&id=7").text())
        .contains("orders &quot;7&quot;", "&quot;status&quot; : &quot;Paid&quot;", "exclusive");
  }

  @Test
  void theTransactionThatChangedADocumentLastIsNamed() {
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.twophase.run(
        TwoPhase.transaction("pay-7").change(ORDER, FieldChange.set("status", "Paid")));

    assertThat(asked.get("/document?collection=orders&id=7").text())
        .contains(
            "Changed last by transaction <a href=\"/transaction?id&#x3D;pay-7\"><code>pay-7</code>",
            "No transaction holds it.");
  }

  static List<Object> ids() {
    return List.of(
        "7", 7, 7L, 7.5, true, "{", "[x", "a b&c=d", "\u00e9", Map.of("a", 1), "<script>", " x");
  }

  @ParameterizedTest
  @MethodSource("ids")
  void eachIdOfADocumentHasAnAddress(Object id) {
    DocumentRef document = TwoPhase.document("orders", id);
    bank.twophase.run(TwoPhase.transaction("t").insert(document, Map.of("of", "this")));

    JsonNode json = asked.get("/api/v1" + Links.document(document)).json().path("document");

    assertThat(json.at("/document/of").asText()).isEqualTo("this");
  }

  @ParameterizedTest
  @ValueSource(strings = {" orders", "orders\t", " "})
  void eachNameOfACollectionHasAnAddress(String collection) {
    DocumentRef document = TwoPhase.document(collection, "7");
    bank.twophase.run(TwoPhase.transaction("t").insert(document, Map.of("of", "this")));

    JsonNode json = asked.get("/api/v1" + Links.document(document)).json().path("document");

    assertThat(json.at("/document/of").asText()).isEqualTo("this");
  }

  @Test
  void aDocumentOfNoTransactionIsNotShown() {
    bank.memory.store(ORDER, Fields.of(Map.of("salary", 9_000)));

    Asked.Reply reply = asked.get("/document?collection=orders&id=7");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.text()).contains("No transaction holds or has changed").doesNotContain("9000");
  }

  @Test
  void hiddenValuesAreHidden() {
    bank.memory.store(
        ORDER,
        Fields.of(Map.of("card", "4000", "rows", List.of(Map.of("pin", 1234)), "stock", 4321L)));
    bank.dies(WriteKind.HOLD, TwoPhase.transaction("pay-7").add(ORDER, "stock", 987, 0, 50_000));

    String page =
        bank.asked(
                settings ->
                    settings.withRedactor(
                        (document, path) -> List.of("card", "rows.pin", "stock").contains(path)))
            .get("/document?collection=orders&id=7")
            .text();

    assertThat(page).contains("***").doesNotContain("4000", "1234", "4321", "987", "5333");
  }

  @Test
  void thereMayBeNoDocument() {
    assertThat(asked.get("/document?collection=orders&id=8").status()).isEqualTo(404);
    assertThat(asked.get("/document?collection=orders&id=%7B8").status()).isEqualTo(400);
    assertThat(asked.get("/document?collection=&id=8").status()).isEqualTo(400);
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.store.unreadables().plant(Unreadables.Kind.DOCUMENT, ORDER);
    assertThat(asked.get("/document?collection=orders&id=7").text())
        .contains("It cannot be read", "planted");
    assertThat(
            bank.asked(settings -> settings.withRedactor((document, path) -> false))
                .get("/document?collection=orders&id=7")
                .text())
        .contains("It cannot be read", "***")
        .doesNotContain("planted");
  }

  @Test
  void thePeriodsAreListed() {
    assertThat(asked.get("/periods").text()).contains("There are no accounting periods.");
    bank.twophase.periods().open(TwoPhase.period("2026-10"), "");
    bank.twophase.periods().close(TwoPhase.period("2026-10"), "books are shut");
    bank.twophase.periods().open(TwoPhase.period("2026-11"), "");

    assertThat(each(asked.get("/api/v1/periods").json(), "/periods", "/state"))
        .containsExactly("closed", "open");
    assertThat(asked.get("/periods").text())
        .contains(
            "books are shut", "<a href=\"/document?collection&#x3D;periods&amp;id&#x3D;2026-10\">");
    assertThat(asked.get("/document?collection=periods&id=2026-10").status()).isEqualTo(200);
  }

  private void authorize(String id, PeriodName period) {
    bank.twophase
        .authorizations()
        .authorize(
            payment(id, "0.01").inPeriod(period), new AuthorizationTerms(Duration.ofDays(3)));
  }

  private JsonNode undecided(int period) {
    return asked.get("/api/v1/periods").json().path("periods").path(period).path("undecided");
  }

  @Test
  void aPeriodNamesTheUndecidedPostingsThatItWaitsFor() {
    PeriodName october = TwoPhase.period("2026-10");
    bank.twophase.periods().open(october, "");
    bank.twophase.run(payment("pay-1", "1").inPeriod(october));
    assertThat(undecided(0)).isEmpty();
    assertThat(asked.get("/periods").text()).doesNotContain("pay-1");

    authorize("auth-2", october);
    bank.dies(WriteKind.HOLD, payment("pay-3", "3").inPeriod(october));

    assertThat(undecided(0))
        .extracting(one -> one.path("link").asText())
        .containsExactlyInAnyOrder("/transaction?id=auth-2", "/transaction?id=pay-3");
    assertThat(bank.twophase.periods().close(october, "").isChanged()).isFalse();
    assertThat(asked.get("/periods").text())
        .contains(
            "closing",
            "<a href=\"/transaction?id&#x3D;auth-2\"><code>auth-2</code></a>",
            "<a href=\"/transaction?id&#x3D;pay-3\"><code>pay-3</code></a>");
  }

  @Test
  void aPeriodNamesAHundredPostingsAndCountsTheOthers() {
    PeriodName october = TwoPhase.period("2026-10");
    bank.twophase.periods().open(october, "");
    IntStream.range(0, 101).forEach(one -> authorize("auth-" + one, october));

    assertThat(undecided(0)).hasSize(100);
    assertThat(asked.get("/periods").text()).contains("and 1 more");
  }
}
