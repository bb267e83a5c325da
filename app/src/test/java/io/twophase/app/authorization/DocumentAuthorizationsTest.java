package io.twophase.app.authorization;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An authorization over accounts and documents")
class DocumentAuthorizationsTest {

  private static final TransactionId ID = transactionId("pay");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(WEEK);
  private static final DocumentRef ORDER = document("orders", 7);
  private static final DocumentRef ENTRY = document("ledger", "7");
  private static final TransactionRequest PAID =
      TransactionRequest.of(ID)
          .debit(account("A"), money("50.00", "USD"))
          .credit(account("B"), money("50.00", "USD"))
          .change(ORDER, where("status").equalTo("UnPaid"), set("status", "Paid"))
          .insert(ENTRY, Map.of("order", 7));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  @AutoClose
  private final TwoPhase twophase =
      TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(1), 1)).build();

  private final Authorizations door = twophase.authorizations();

  @BeforeEach
  void open() {
    Books.open(store, 100_00, 0);
    twophase.run(transaction("open").insert(ORDER, Map.of("status", "UnPaid"))).orElseThrow();
  }

  @AfterEach
  void nothingIsOff() {
    assertThat(twophase.audit().run().findings()).isEmpty();
  }

  @Test
  @DisplayName("keeps others from the documents, and readers see nothing of it")
  void waiting() {
    assertThat(door.authorize(PAID, TERMS)).isInstanceOf(AuthorizeOutcome.Authorized.class);

    assertThat(status()).isEqualTo("UnPaid");
    assertThat(entry()).isEqualTo(Optional.empty());
    assertThat(refusalOf(transaction("rush").change(ORDER, set("status", "Canceled"))))
        .isEqualTo("DocumentBusy");
    assertThat(refusalOf(transaction("same").insert(ENTRY, Map.of()))).isEqualTo("DocumentBusy");
    assertThat(
            twophase
                .run(
                    transaction("beside")
                        .debit(account("A"), money("50.00", "USD"))
                        .credit(account("B"), money("50.00", "USD")))
                .isApplied())
        .as("its holds on accounts keep nobody out")
        .isTrue();
    door.voidAuthorization(ID, "");
  }

  @Test
  @DisplayName("captured in part, moves a part of the money and does all that is for documents")
  void captured() {
    door.authorize(PAID, TERMS);

    assertThat(door.captureInPart(ID, money("20.00", "USD")))
        .isEqualTo(new CaptureOutcome.Captured(ID, true));

    assertThat(status()).isEqualTo("Paid");
    assertThat(entry().flatMap(there -> there.get("order"))).contains(new Value.Int32(7));
    assertThat(Books.balance(store, "A")).isEqualTo(80_00);
    assertThat(Books.balance(store, "B")).isEqualTo(20_00);
    assertThat(twophase.run(transaction("next").change(ORDER, set("status", "Sent"))).isApplied())
        .isTrue();
  }

  @Test
  @DisplayName("captured of documents alone, says no amounts")
  void withoutMoney() {
    TransactionRequest paid =
        TransactionRequest.of(ID)
            .change(ORDER, where("status").equalTo("UnPaid"), set("status", "Paid"));
    door.authorize(paid, TERMS);

    door.capture(ID).orElseThrow();

    assertThat(door.voidAuthorization(ID, ""))
        .isInstanceOfSatisfying(
            VoidOutcome.Refused.class,
            refused -> assertThat(refused.reason().message()).isEqualTo("pay is captured already"));
  }

  @Test
  @DisplayName("voided, leaves the documents as they were, and free")
  void voided() {
    door.authorize(PAID, TERMS);

    assertThat(door.voidAuthorization(ID, "out of stock")).isInstanceOf(VoidOutcome.Voided.class);

    assertThat(status()).isEqualTo("UnPaid");
    assertThat(entry()).isEqualTo(Optional.empty());
    assertThat(Books.balance(store, "A")).isEqualTo(100_00);
    assertThat(twophase.run(transaction("next").insert(ENTRY, Map.of())).isApplied()).isTrue();
    assertThat(door.capture(ID))
        .isEqualTo(
            new CaptureOutcome.Refused(ID, new AuthorizationRefusal.Voided(ID, "out of stock")));
  }

  private String refusalOf(TransactionRequest request) {
    return twophase
        .run(request)
        .fold(
            applied -> "applied",
            refused -> refused.reason().kind(),
            unknown -> "unknown",
            notAsked -> "not asked");
  }

  private String status() {
    return ((Value.Text) read(ORDER).fields().orElseThrow().get("status").orElseThrow()).value();
  }

  private Optional<Fields> entry() {
    return read(ENTRY).fields();
  }

  private DecidedDocument read(DocumentRef document) {
    return twophase.documents().read(document).orElseThrow().get(0);
  }
}
