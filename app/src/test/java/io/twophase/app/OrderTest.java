package io.twophase.app;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.value.Fields;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An order is paid, with its ledger line, in one transaction")
class OrderTest {

  private static final AccountId CUSTOMER = account("customer");
  private static final AccountId SHOP = account("shop");
  private static final DocumentRef ORDER = document("orders", 7);
  private static final DocumentRef LINE = document("lines", "order-7");
  private static final Money PRICE = money("20.00", "USD");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final DocumentWrites writes = new DocumentWrites(store);
  private final TwoPhase twophase = TwoPhase.over(store).build();

  @BeforeEach
  void open() {
    twophase.accounts().open(CUSTOMER, money("50.00", "USD"));
    twophase.accounts().open(SHOP, money("0.00", "USD"));
    twophase.run(transaction("create-7").insert(ORDER, Map.of("status", "UnPaid"))).orElseThrow();
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  @Test
  void once() {
    twophase.run(pay("pay-7", PRICE)).orElseThrow();

    assertThat(fields(ORDER)).isEqualTo(Fields.of(Map.of("status", "Paid")));
    assertThat(fields(LINE)).isEqualTo(Fields.of(Map.of("order", 7)));
    assertThat(balance(CUSTOMER)).isEqualTo(money("30.00", "USD"));
    assertThat(balance(SHOP)).isEqualTo(PRICE);
    assertThat(writes.read(ORDER).toString()).contains("pay-7");
  }

  @Test
  void notTwice() {
    twophase.run(pay("pay-7", PRICE)).orElseThrow();

    assertThat(refusal(twophase.run(pay("pay-7-again", PRICE))))
        .isEqualTo("document orders 7: expected that status is \"UnPaid\", found \"Paid\"");
    assertThat(balance(CUSTOMER)).isEqualTo(money("30.00", "USD"));
    assertThat(twophase.run(pay("pay-7", PRICE)).isApplied()).isTrue();
    assertThat(balance(CUSTOMER)).isEqualTo(money("30.00", "USD"));
  }

  @Test
  void notForWantOfFunds() {
    assertThat(refusal(twophase.run(pay("pay-7", money("50.01", "USD")))))
        .contains("50.00 USD available");

    assertThat(fields(ORDER)).isEqualTo(Fields.of(Map.of("status", "UnPaid")));
    assertThat(writes.read(LINE)).isEmpty();
  }

  private static TransactionRequest pay(String id, Money price) {
    return transaction(id)
        .debit(CUSTOMER, price)
        .credit(SHOP, price)
        .change(ORDER, where("status").is("UnPaid"), set("status", "Paid"))
        .insert(LINE, Map.of("order", 7));
  }

  private Fields fields(DocumentRef document) {
    Document found = writes.read(document).get();
    assertThat(found.holds()).isEmpty();
    return found.fields();
  }

  private Money balance(AccountId id) {
    return twophase
        .accounts()
        .find(id)
        .fold(
            found -> new Money(found.account().balance(), PRICE.currency()),
            absent -> {
              throw new AssertionError(absent);
            },
            unreadable -> {
              throw new AssertionError(unreadable);
            });
  }

  private static String refusal(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> "applied",
        refused -> refused.refusal().message(),
        unknown -> unknown.why(),
        notAsked -> notAsked.why());
  }
}
