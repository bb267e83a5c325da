package io.twophase.console.screen;

import static io.twophase.console.testing.Bank.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FindScreenTest {

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  private JsonNode json(String query) {
    return asked.get("/api/v1/find?" + query).json();
  }

  private List<String> ids(String query) {
    List<String> ids = new ArrayList<>();
    json(query).path("found").forEach(one -> ids.add(one.path("id").asText()));
    return ids;
  }

  private void pay(String id, String reference, Map<String, String> metadata) {
    bank.clock.advance(Duration.ofMinutes(1));
    bank.twophase.run(payment(id, "1").labelled(new Labels(Optional.of(reference), metadata)));
  }

  @Test
  void theFormIsThereWithoutASearch() {
    assertThat(asked.get("/find").text())
        .contains("<label for=\"reference\">Reference</label>")
        .doesNotContain("<h2>Found</h2>", "Of this id");
  }

  @Test
  void anIdIsFoundWhateverHasIt() {
    bank.pay("A", "1");

    assertThat(json("id=A").path("named"))
        .extracting(one -> one.path("kind").asText() + one.path("link").asText())
        .containsExactly("transaction/transaction?id=A", "account/account?id=A");
    assertThat(asked.get("/find?id=nobody").text())
        .contains("No transaction, batch or account has the id <code>nobody</code>.");
    assertThat(json("id=batch:x").path("named")).isEmpty();
  }

  @Test
  void aSearchThatNoIndexServesAsksFirst() {
    pay("pay-7", "INV-9", Map.of("shop", "north"));

    String queries =
        "reference=INV-9 account=A metadata=shop%3Dnorth state=done list=latest "
            + "from=2026-11-01";
    for (String query : queries.split(" ", -1)) {
      assertThat(json(query).at("/scan/parameter").asText()).as(query).isNotEmpty();
      assertThat(ids(query)).isEmpty();
      assertThat(ids(query + "&scan=yes")).as(query).containsExactly("pay-7");
    }
    assertThat(asked.get("/find?reference=INV-9").text())
        .contains(
            "This store has no index of references, so this reads every transaction",
            "<input type=\"hidden\" name=\"reference\" value=\"INV-9\">",
            "Read every transaction</button>");
  }

  @Test
  void aStoreThatDoesNotTellItsIndexesIsAskedFor() {
    bank.hideIndexes();

    assertThat(asked.get("/find?account=A").text()).contains("Read every transaction</button>");
    assertThat(asked.get("/account/statement?id=A").text())
        .contains("Read every transaction</button>");
  }

  @Test
  void whatAnIndexServesIsFoundAtOnce() {
    bank.index(new SearchIndexes(true, true));
    pay("pay-7", "INV-9", Map.of("shop", "north"));
    pay("pay-8", "INV-8", Map.of("shop", "south"));

    assertThat(ids("reference=INV-9")).containsExactly("pay-7");
    assertThat(ids("account=A")).containsExactly("pay-8", "pay-7");
    assertThat(ids("account=A&metadata=shop%3Dsouth")).containsExactly("pay-8");
    assertThat(ids("account=A&from=2026-11-01T08:01:30Z")).containsExactly("pay-8");
    assertThat(ids("account=A&to=2026-11-01T08:01:30Z")).containsExactly("pay-7");
    assertThat(ids("account=A&state=canceled")).isEmpty();
    assertThat(asked.get("/find?account=A").text())
        .contains("<a href=\"/transaction?id&#x3D;pay-8\"><code>pay-8</code></a>", "from A, to B");
  }

  @Test
  void fiftyAreAPageAndTheNextOneHasAnAddress() {
    bank.index(new SearchIndexes(true, true));
    for (int at = 100; at < 220; at++) {
      pay("pay-" + at, "INV", Map.of());
    }
    bank.store.unreadables().plant(Unreadables.Kind.RECORD, "pay-169");

    List<String> all = new ArrayList<>();
    String address = "/find?account=A";
    int pages = 0;
    while (!address.isEmpty()) {
      JsonNode page = asked.get("/api/v1" + address).json();
      page.path("found").forEach(one -> all.add(one.path("id").asText()));
      page.path("unreadable").forEach(one -> all.add(one.path("id").asText()));
      address = page.path("next").asText();
      pages++;
    }

    assertThat(all).doesNotHaveDuplicates().hasSize(120).startsWith("pay-219", "pay-218");
    assertThat(pages).isEqualTo(3);
    assertThat(asked.get("/find?account=A").text()).contains("rel=\"next\">Next page</a>");
  }

  @Test
  void whatIsNotFinishedIsFound() {
    bank.dies(WriteKind.HOLD, payment("pay-7", "1"));
    bank.clock.advance(Duration.ofMinutes(10));
    bank.dies(WriteKind.ADVANCE, payment("pay-8", "1"));
    bank.pay("pay-9", "1");

    assertThat(ids("list=unfinished")).containsExactly("pay-7", "pay-8");
    assertThat(ids("olderThan=5m")).containsExactly("pay-7");
    assertThat(ids("application=shop")).containsExactly("pay-7", "pay-8");
    assertThat(ids("application=other")).isEmpty();
    assertThat(ids("state=applied")).containsExactly("pay-8");
    assertThat(asked.get("/find?list=unfinished").text()).contains("unchanged for 10 min by shop");
  }

  @Test
  void authorizationsAreFound() {
    bank.twophase
        .authorizations()
        .authorize(payment("hold-1", "5"), new AuthorizationTerms(Duration.ofHours(2)));
    bank.twophase
        .authorizations()
        .authorize(payment("hold-2", "5"), new AuthorizationTerms(Duration.ofHours(1)));
    bank.clock.advance(Duration.ofMinutes(90));

    assertThat(ids("state=authorized")).containsExactly("hold-2", "hold-1");
    assertThat(ids("list=overdue")).containsExactly("hold-2");
  }

  @Test
  void wrongQuestionsAreNamed() {
    String queries =
        "state=open list=all olderThan=soon metadata=shop after=x "
            + "account=A&application=shop list=unfinished&reference=INV-9";
    for (String query : queries.split(" ", -1)) {
      assertThat(asked.get("/find?" + query).status()).as(query).isEqualTo(400);
    }
  }
}
