package io.twophase.cli.demo;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.set;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.cli.demo.BusyShop.ShopCheck;
import io.twophase.cli.demo.ShopWorker.WorkerProcess.Answers;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shop of four orders, of which two are paid and acknowledged, and a fault planted in it. */
class ShopCheckTest {

  private static final List<String> ORDERS = List.of("order-1", "order-2", "order-3", "order-4");

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final String uri = server.uri() + "/shop";
  private final MongoStore store =
      MongoStore.open(uri, MongoStoreSettings.defaults().withProbe(false));
  private final TwoPhase twophase = TwoPhase.over(store).build();
  private final Answers answers = new Answers();

  @BeforeEach
  void pay() {
    BusyShop.open(twophase);
    BusyShop.place(twophase, ORDERS, new Random(1));
    for (String id : ORDERS.subList(0, 2)) {
      BusyShop.pay(twophase, id).orElseThrow();
      answers.paid().add(id);
    }
  }

  @AfterEach
  void close() {
    twophase.close();
    store.close();
    server.close();
  }

  private ShopCheck.Found check() {
    try (StoredDocuments documents = StoredDocuments.open(uri)) {
      return ShopCheck.of(twophase, documents, answers);
    }
  }

  private void assertFound(int lost, int doubled, String finding) {
    ShopCheck.Found check = check();
    assertThat(check.findings()).anySatisfy(one -> assertThat(one).contains(finding));
    assertThat(check.lost()).as("lost").isEqualTo(lost);
    assertThat(check.doubled()).as("doubled").isEqualTo(doubled);
  }

  @Test
  void nothingIsFoundWhereNothingIsPlanted() {
    BusyShop.pay(twophase, "order-1").orElseThrow();
    BusyShop.pay(twophase, "order-3").orElseThrow();

    ShopCheck.Found check = check();

    assertThat(check.findings()).isEmpty();
    assertThat(check.paid()).as("one is not acknowledged").isEqualTo(3);
    assertThat(check.lost()).isZero();
    assertThat(check.doubled()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"order-4, order-4 is", "order-5, 'order-5 is acknowledged as paid, and not there'"})
  void anAcknowledgedPaymentThatNeverWasOrIsOfNoOrderIsLost(String order, String finding) {
    answers.paid().add(order);

    assertFound(1, 0, finding);
  }

  private void unpay() {
    twophase
        .run(transaction("undo").change(document("orders", "order-1"), set("status", "UnPaid")))
        .orElseThrow();
  }

  @Test
  void anAcknowledgedPaymentWhoseOrderIsUnpaidAgainIsLost() {
    unpay();

    assertFound(1, 0, "order-1 is");
  }

  @Test
  void anOrderThatIsPaidAgainPastItsIdIsDoubled() {
    unpay();
    // an attempt of a function that was decided already
    twophase
        .run(
            transaction("order-1~2")
                .debit(account("zoe"), money("1.00", "USD"))
                .credit(account("shop"), money("1.00", "USD"))
                .change(document("orders", "order-1"), set("status", "Paid")))
        .orElseThrow();

    ShopCheck.Found check = check();

    assertThat(check.doubled()).isPositive();
    assertThat(check.findings()).anySatisfy(one -> assertThat(one).startsWith("order-1 is"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accounts | zoe | {balance: -240} | 0 | 1 | balance of zoe is -240",
        "accounts | zoe | {balance: 240} | 1 | 0 | balance of zoe is 240",
        "accounts | shop | {balance: -240, available: -240, receivable: 240} | 0 | 0 | balance of"
            + " shop is -240",
        "stock | bread | {left: -1} | 0 | 0 | left of bread is -1",
      })
  void aFigureThatDiffersFromTheOrdersIsFound(
      String collection, String id, String more, int lost, int doubled, String finding) {
    try (MongoClient client = MongoClients.create(uri)) {
      client
          .getDatabase("shop")
          .getCollection(collection)
          .updateOne(Filters.eq(id), new Document("$inc", Document.parse(more)));
    }

    assertFound(lost, doubled, finding + " more than the orders leave");
  }

  @Test
  void moneyForNoOrderIsFound() {
    twophase
        .run(
            transaction("tip")
                .debit(account("zoe"), money("1.00", "USD"))
                .credit(account("shop"), money("1.00", "USD")))
        .orElseThrow();

    assertFound(0, 1, "transaction tip paid the shop for no order");
  }

  @Test
  void anOrderThatIsPaidThoughItWasRefusedIsFound() {
    answers.refused().add("order-2");

    assertFound(0, 0, "order-2 is paid, and acknowledged as refused");
  }
}
