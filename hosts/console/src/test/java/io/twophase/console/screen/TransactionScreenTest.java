package io.twophase.console.screen;

import static io.twophase.console.testing.Asked.each;
import static io.twophase.console.testing.Asked.texts;
import static io.twophase.console.testing.Bank.A;
import static io.twophase.console.testing.Bank.B;
import static io.twophase.console.testing.Bank.payment;
import static io.twophase.console.testing.Bank.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.function.Functions;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransactionScreenTest {

  private static final DocumentRef ORDER = TwoPhase.document("orders", 7);

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  private JsonNode json(String id) {
    return asked.get("/api/v1/transaction?id=" + id).json();
  }

  private String page(String id) {
    return asked.get("/transaction?id=" + id).text();
  }

  @Test
  void onePaymentIsSaidInWords() {
    bank.twophase.run(
        payment("pay-7", "12.50")
            .noted("for the shoes")
            .labelled(new Labels(Optional.of("INV-9"), Map.of("shop", "north"))));

    JsonNode json = json("pay-7");

    assertThat(each(json, "/does", ""))
        .containsExactly("Takes 12.50 USD from account A.", "Brings 12.50 USD to account B.");
    assertThat(texts(json, "/transaction/state", "/meaning"))
        .containsExactly("done", "It has happened, and all of it is settled.");
    assertThat(each(json, "/steps", "/what"))
        .containsExactly("begun", "decided: it happens", "finished: all of it is settled");
    assertThat(json.has("unfinished")).isFalse();
    assertThat(json.has("moved")).isFalse();
    assertThat(page("pay-7"))
        .contains(
            "Transaction <code>pay-7</code>",
            "Takes 12.50 USD from account A.",
            "<dt>Reference</dt><dd>INV-9</dd>",
            "<dt>shop</dt><dd>north</dd>",
            "<dt>Note</dt><dd>for the shoes</dd>",
            "87.50 USD",
            "events are off",
            "href=\"/account?id&#x3D;A\"")
        .doesNotContain("Why it is not finished", "<h2>Actions</h2>", "<h2>Documents</h2>");
  }

  @Test
  void anOrderShowsWhatItsDocumentWillBe() {
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.dies(
        WriteKind.HOLD,
        payment("pay-7", "3")
            .change(
                ORDER,
                Guards.where("status").equalTo("UnPaid"),
                FieldChange.set("status", "Paid"),
                FieldChange.inc("version", 1)));
    bank.clock.advance(Duration.ofMinutes(3));

    JsonNode json = json("pay-7");

    assertThat(json.at("/does/2").asText())
        .isEqualTo(
            "Changes document orders 7: sets status to \"Paid\" and adds 1 to version, if status is"
                + " \"UnPaid\".");
    JsonNode order = json.path("documents").get(0);
    assertThat(texts(order, "/document/status", "/becomes/status", "/holds/0/link", "/link"))
        .containsExactly(
            "UnPaid", "Paid", "/transaction?id=pay-7", "/document?collection=orders&id=%5B7%5D");
    assertThat(json.at("/accounts/0/holds/0/debit").asText()).isEqualTo("3.00");
    assertThat(page("pay-7"))
        .contains("Once this transaction happens", "&quot;status&quot; : &quot;Paid&quot;");
  }

  @Test
  void aDeadOwnerIsSeen() {
    bank.dies(WriteKind.HOLD, payment("pay-7", "3"));
    bank.clock.advance(Duration.ofMinutes(3));

    JsonNode json = json("pay-7");

    assertThat(json.at("/transaction/state").asText()).isEqualTo("pending");
    assertThat(json.path("unfinished").path("decided").asBoolean()).isFalse();
    assertThat(each(json, "/can", "/action")).containsExactly("recover", "cancel");
    assertThat(page("pay-7"))
        .contains(
            "Why it is not finished",
            "The next pass of recovery takes it over: it goes on where it stopped")
        .doesNotContain("/transaction/recover");
    assertThat(
            bank.asked(settings -> settings.withActions(true)).get("/transaction?id=pay-7").text())
        .contains("<a href=\"/transaction/recover?id&#x3D;pay-7\">recover</a>");
  }

  @Test
  void aDecidedOneOfADeadOwnerIsSaidToHappen() {
    bank.dies(WriteKind.ADVANCE, payment("pay-7", "3"));

    JsonNode json = json("pay-7");

    assertThat(json.at("/transaction/state").asText()).isEqualTo("applied");
    assertThat(json.at("/unfinished/recovery").asText())
        .endsWith("it has happened already, and the rest of it is settled.");
    assertThat(json.path("can")).hasSize(1);
  }

  @Test
  void anAuthorizationSaysWhoseApprovalsItNeeds() {
    bank.twophase
        .authorizations()
        .authorize(
            payment("hold-1", "5"),
            new AuthorizationTerms(
                Duration.ofHours(1),
                Optional.of(
                    new ApprovalRule(
                        1, List.of(new ApproverName("ann"), new ApproverName("bob"))))));
    bank.clock.advance(Duration.ofHours(2));

    JsonNode json = json("hold-1");

    assertThat(json.path("approvals").path("missing").asInt()).isEqualTo(1);
    assertThat(json.at("/unfinished/why/0").asText())
        .startsWith("It has expired, and nobody has voided it yet");
    assertThat(each(json, "/can", "/action")).containsExactly("approve", "capture", "void");
    assertThat(page("hold-1")).contains("0 of 1 needed; asked: ann bob");
  }

  @Test
  void aReversalIsNamedOnBothPages() {
    bank.pay("pay-7", "12.50");
    bank.twophase.compensation().reverse(TwoPhase.transactionId("pay-7"), "wrong size");

    assertThat(json("pay-7").at("/transaction/reversedByLink").asText())
        .isEqualTo("/transaction?id=pay-7%3Areversal");
    assertThat(json("pay-7").path("can")).isEmpty();
    assertThat(page("pay-7%3Areversal"))
        .contains("<dt>Reverses</dt><dd><a href=\"/transaction?id&#x3D;pay-7\">");
  }

  @Test
  void noMoreAttemptsAreLookedForThanAFunctionMakes() {
    Attempt attempt = new Attempt(TwoPhase.transactionId("pay-7"), 1, Optional.empty());
    for (int at = 0; at < Functions.MOST_ATTEMPTS + 2; at++) {
      bank.twophase.run(
          payment(attempt.id().value(), "0.01")
              .labelled(new Labels(Optional.empty(), Map.of(), Optional.of(attempt))));
      attempt = attempt.next();
    }

    assertThat(json("pay-7").path("transaction").path("function").path("attempts")).hasSize(50);
  }

  @Test
  void aFunctionShowsItsAttempts() {
    bank.twophase.transact(
        "pay-7",
        String.class,
        tx -> {
          tx.debit(A, usd("1"));
          tx.credit(B, usd("1"));
          return "thanks";
        });

    assertThat(page("pay-7"))
        .contains(
            "Attempt 1 of the function <code>pay-7</code>", "It returned <code>thanks</code>");
  }

  @Test
  void theProofOfALeafIsAFile() {
    bank.twophase.evidence().turnOn();
    bank.pay("pay-7", "1");
    bank.twophase.evidence().grow();

    assertThat(json("pay-7").path("event").path("number").asLong()).isEqualTo(1);
    assertThat(page("pay-7")).contains("<a href=\"/proof?id&#x3D;pay-7\">proof of its leaf</a>");
    Asked.Reply proof = asked.get("/proof?id=pay-7");
    assertThat(proof.json().path("head").asText()).startsWith("1:");
    assertThat(proof.response().headers())
        .containsEntry("Content-Disposition", "attachment; filename=\"proof-pay-7.json\"");
    assertThat(asked.get("/proof?id=pay-8").status()).isEqualTo(404);
  }

  @Test
  void hiddenValuesAreHiddenEverywhere() {
    bank.twophase.evidence().turnOn();
    bank.memory.store(ORDER, Fields.of(Map.of("card", Map.of("number", "4000-1234"), "stock", 55)));
    bank.twophase.run(
        payment("pay-7", "3")
            .change(
                ORDER,
                Guards.where("card.number").equalTo("4000-1234"),
                FieldChange.set("card.number", "4000-9999"))
            .insert(TwoPhase.document("cards", 1), Map.of("card", "4000-7777")));
    bank.twophase.run(
        TwoPhase.transaction("pay-8")
            .change(
                ORDER,
                Guards.where("card.number").equalTo("4000-5555"),
                FieldChange.set("card", "x")));
    bank.twophase.run(TwoPhase.transaction("pay-9").add(ORDER, "stock", 4321, 0, 50_000));
    bank.twophase.evidence().grow();
    Asked careful =
        bank.asked(
            settings ->
                settings.withRedactor(
                    (document, path) -> path.equals("card") || path.equals("stock")));

    for (String id : List.of("pay-7", "pay-8", "pay-9")) {
      for (String form : List.of("/transaction", "/api/v1/transaction")) {
        assertThat(careful.get(form + "?id=" + id).text())
            .contains("***")
            .doesNotContain("4000-", "4321");
      }
    }
    assertThat(careful.get("/proof?id=pay-7").status()).isEqualTo(403);
    assertThat(page("pay-7")).contains("4000-9999");
  }

  @Test
  void aReasonDoesNotShowWhatIsHiddenWithinAField() {
    bank.memory.store(ORDER, Fields.of(Map.of("card", Map.of("number", "4000-1234"))));
    bank.twophase.run(
        TwoPhase.transaction("pay-7")
            .check(ORDER, Guards.where("card").equalTo(Map.of("number", "4000-5555"))));
    bank.twophase.run(TwoPhase.transaction("pay-8").change(ORDER, FieldChange.inc("card", 1)));
    Asked careful =
        bank.asked(
            settings -> settings.withRedactor((document, path) -> path.equals("card.number")));

    for (String id : List.of("pay-7", "pay-8")) {
      for (String address : List.of("/transaction?id=", "/api/v1/transaction?id=")) {
        assertThat(careful.get(address + id).text()).contains("expected").doesNotContain("4000-");
      }
    }
    assertThat(page("pay-7")).contains("4000-1234");
  }

  /** A document may be on another cluster, which is away or which the console does not know. */
  @Test
  void aTransactionIsShownWhileItsDocumentsCannotBeReached() {
    DocumentRef far = TwoPhase.document("orders", 8);
    bank.memory.store(ORDER, Fields.of(Map.of("status", "UnPaid")));
    bank.memory.store(far, Fields.of(Map.of("status", "UnPaid")));
    bank.dies(
        WriteKind.HOLD,
        payment("pay-7", "3")
            .change(ORDER, FieldChange.set("status", "Paid"))
            .change(far, FieldChange.set("status", "Paid")));
    AtomicInteger reads = new AtomicInteger();
    bank.before(
        (method, arguments, call) -> {
          if (call.port() instanceof Holds && arguments.toString().contains("orders")) {
            reads.incrementAndGet();
            throw new StoreException("cluster east is none that this process knows");
          }
          return call.make();
        });

    assertThat(page("pay-7"))
        .contains("It is not decided.", "It cannot be read: cluster east is none");
    assertThat(reads).as("each would wait").hasValue(1);
  }

  @Test
  void thereMayBeNone() {
    assertThat(asked.get("/transaction?id=pay-7").status()).isEqualTo(404);
    assertThat(asked.get("/transaction").status()).isEqualTo(400);
    assertThat(asked.get("/transaction?id=batch:1").text()).contains("/batch?id&#x3D;batch%3A1");
  }

  @Test
  void oneThatCannotBeReadIsShownWithItsFault() {
    bank.pay("pay-7", "3");
    bank.store.unreadables().plant(Unreadables.Kind.RECORD, "pay-7");

    assertThat(json("pay-7").at("/unreadable/fault").asText()).isNotEmpty();
    assertThat(page("pay-7")).contains("It cannot be read, and is left alone:");
  }
}
