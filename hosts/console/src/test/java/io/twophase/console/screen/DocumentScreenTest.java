package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.view.Links;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Fields;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentScreenTest {

  private static final DocumentRef ORDER = TwoPhase.document("orders", "7");

  private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void itIsShownAsDecidedWithWhatHoldsIt() {
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.dies(
        WriteKind.ADVANCE,
        TwoPhase.transaction("pay-7").change(ORDER, FieldChange.set("status", "Paid")));

    JsonNode json = asked.get("/api/v1/document?collection=orders&id=7").json().path("document");

    assertThat(json.path("document").path("status").asText()).isEqualTo("Paid");
    assertThat(json.path("stored").path("status").asText()).isEqualTo("UnPaid");
    assertThat(json.path("holds").get(0).path("state").asText()).isEqualTo("applied");
    assertThat(asked.get("/document?collection=orders&id=7").text())
        .contains("orders &quot;7&quot;", "&quot;status&quot; : &quot;Paid&quot;", "exclusive");
  }

  @Test
  void theTransactionThatChangedItLastIsNamed() {
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
  void eachIdHasAnAddress(Object id) {
    DocumentRef document = TwoPhase.document("orders", id);
    bank.twophase.run(TwoPhase.transaction("t").insert(document, Map.of("of", "this")));

    JsonNode json = asked.get("/api/v1" + Links.document(document)).json().path("document");

    assertThat(json.path("document").path("of").asText()).isEqualTo("this");
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
  void thereMayBeNone() {
    assertThat(asked.get("/document?collection=orders&id=8").status()).isEqualTo(404);
    assertThat(asked.get("/document?collection=orders&id=%7B8").status()).isEqualTo(400);
    assertThat(asked.get("/document?collection=&id=8").status()).isEqualTo(400);
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.store.unreadables().plant(Unreadables.Kind.DOCUMENT, ORDER);
    assertThat(asked.get("/document?collection=orders&id=7").text()).contains("It cannot be read");
  }
}
