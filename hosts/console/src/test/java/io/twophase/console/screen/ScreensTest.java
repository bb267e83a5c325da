package io.twophase.console.screen;

import static io.twophase.console.testing.Bank.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.app.function.Functions;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Steps;
import io.twophase.console.view.Links;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Screens show faults, and ids that no scene can have. */
class ScreensTest {

  private static final Either<String, LoggedAction> UNREADABLE = Either.left("damaged");

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @Test
  void noMoreAttemptsAreLookedForThanAFunctionMakes() {
    Attempt attempt = new Attempt(TwoPhase.transactionId("pay-7"), 1, Optional.empty());
    for (int at = 0; at < Functions.MOST_ATTEMPTS + 2; at++) {
      bank.twophase.run(
          payment(attempt.id().value(), "0.01")
              .labelled(new Labels(Optional.empty(), Map.of(), Optional.of(attempt))));
      attempt = attempt.next();
    }

    assertThat(
            asked.get("/api/v1/transaction?id=pay-7").json().at("/transaction/function/attempts"))
        .hasSize(50);
  }

  /** A document may be on another cluster, which is away or which the console does not know. */
  @Test
  void aTransactionIsShownWhileItsDocumentsCannotBeReached() {
    Steps steps = new Steps(bank);
    Stream.of(
            "store orders#7 {status:\"UnPaid\"}",
            "store orders#8 {status:\"UnPaid\"}",
            "dies HOLD pay-7: A>B 3 + change orders#7 status=\"Paid\" + change orders#8"
                + " status=\"Paid\"")
        .forEach(steps::make);
    AtomicInteger reads = new AtomicInteger();
    bank.before(
        (method, arguments, call) -> {
          if (call.port() instanceof Holds && arguments.toString().contains("orders")) {
            reads.incrementAndGet();
            throw new StoreException("cluster east is none that this process knows");
          }
          return call.make();
        });

    assertThat(asked.get("/transaction?id=pay-7").text())
        .contains("It is not decided.", "It cannot be read: cluster east is none");
    assertThat(reads).as("each would wait").hasValue(1);
  }

  static Stream<DocumentRef> documents() {
    return Stream.concat(
        Stream.of(" orders", "orders\t", " ").map(name -> TwoPhase.document(name, "7")),
        Stream.of(
                "7",
                7,
                7L,
                7.5,
                true,
                "{",
                "[x",
                "a b&c=d",
                "\u00e9",
                Map.of("a", 1),
                "<script>",
                " x")
            .map(id -> TwoPhase.document("orders", id)));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void eachDocumentHasAnAddress(DocumentRef document) {
    bank.twophase.run(TwoPhase.transaction("t").insert(document, Map.of("of", "this")));

    JsonNode json = asked.get("/api/v1" + Links.document(document)).json().path("document");

    assertThat(json.at("/document/of").asText()).isEqualTo("this");
  }

  @Test
  void thePagesGoOnBehindManyActionsThatCannotBeRead() {
    Steps steps = new Steps(bank);
    Stream.of("console actions", "begun pay-1", "ACT /transaction/recover id=pay-1")
        .forEach(steps::make);
    bank.before(
        (method, asked, call) -> {
          boolean isOfActions = method.equals("latest") && asked.size() == 4;
          return isOfActions ? behindDamage((int) asked.get(2), (int) asked.get(3)) : call.make();
        });
    String page = "/actions";
    List<String> shown = new ArrayList<>();

    while (!page.isEmpty()) {
      JsonNode read = asked.get("/api/v1" + page).json();
      read.get("logged").forEach(logged -> shown.add(logged.path("id").asText("damaged")));
      page = read.path("older").asText("");
    }

    assertThat(shown).hasSize(1_101).last().isEqualTo("pay-1");
    assertThat(asked.get("/actions").text()).contains("skip&#x3D;50\">Older</a>");
  }

  private List<Either<String, LoggedAction>> behindDamage(int skip, int limit) {
    List<Either<String, LoggedAction>> sound =
        bank.memory.actions().latest(Optional.empty(), Optional.empty(), 0, limit);
    return Stream.concat(Collections.nCopies(1_100, UNREADABLE).stream(), sound.stream())
        .skip(skip)
        .limit(limit)
        .toList();
  }
}
