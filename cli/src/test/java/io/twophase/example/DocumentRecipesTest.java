package io.twophase.example;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.codecs.pojo.annotations.BsonId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The recipes of docs/RECIPES.md for any document, run on an embedded server. */
class DocumentRecipesTest {

  private static final AccountId CUSTOMER = account("customer");
  private static final AccountId SHOP = account("shop");
  private static final CollectionName ORDERS = CollectionName.of("orders");
  private static final DocumentMapper MAPPER = DocumentMapper.byDefaultCodecs();

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoStore store = MongoStore.using(client, "shop", MongoStoreSettings.defaults());
  private final TwoPhase twophase = TwoPhase.over(store).build();

  @BeforeEach
  void open() {
    twophase.accounts().open(CUSTOMER, money("50.00", "USD"));
    twophase.accounts().open(SHOP, money("0.00", "USD"));
    orders().insertOne(new Document("_id", 7).append("status", "UnPaid").append("total", 2000L));
  }

  @AfterEach
  void close() {
    twophase.close();
    store.close();
    client.close();
    server.close();
  }

  private MongoCollection<Document> orders() {
    return client.getDatabase("shop").getCollection("orders");
  }

  @Test
  void anOrderIsPaidOnce() {
    assertThat(twophase.run(pay(7)).isApplied()).isTrue();
    assertThat(twophase.run(pay(7)).isApplied()).isTrue();

    assertThat(orders().find().first())
        .containsEntry("status", "Paid")
        .containsEntry(
            "lastTransaction", new Document("id", "pay-7").append("home", "shop.transactions"));
    assertThat(client.getDatabase("shop").getCollection("ledger").find().first())
        .containsEntry("order", 7);
    assertThat(twophase.run(pay(8)).isApplied()).isFalse();
  }

  /** The order turns from UnPaid to Paid, the money moves, the ledger has a line: or none of it. */
  static TransactionRequest pay(int order) {
    return transaction("pay-" + order)
        .debit(CUSTOMER, money("20.00", "USD"))
        .credit(SHOP, money("20.00", "USD"))
        .change(document("orders", order), where("status").is("UnPaid"), set("status", "Paid"))
        .insert(document("ledger", "pay-" + order), Map.of("order", order, "cents", 2000L));
  }

  @Test
  void anOrderIsPaidByAFunction() {
    FunctionOutcome<Receipt> paid = payByFunction(7);

    assertThat(paid.orElseThrow()).isEqualTo(new Receipt(7, 2000));
    assertThat(orders().find(Filters.eq("_id", 7)).first()).containsEntry("status", "Paid");
    assertThat(payByFunction(7).orElseThrow()).isEqualTo(new Receipt(7, 2000));
    assertThat(payByFunction(8).message()).isEqualTo("declined: no such order");
  }

  /** A value that is kept with the transaction. */
  public record Receipt(int order, long cents) {}

  /** The function reads the order, computes, and writes: all of it happens, or none. */
  private FunctionOutcome<Receipt> payByFunction(int id) {
    return twophase.transact(
        "order-" + id,
        Receipt.class,
        tx -> {
          DocumentSnapshot order =
              tx.get(document("orders", id)).orElseThrow(() -> tx.decline("no such order"));
          if (!order.string("status").equals("UnPaid")) {
            throw tx.decline("order " + id + " is " + order.string("status"));
          }
          Money price = order.money("total", "USD");
          tx.debit(CUSTOMER, price);
          tx.credit(SHOP, price);
          tx.put(order.with("status", "Paid"));
          tx.insert(document("ledger", "order-" + id), Map.of("order", id, "cents", price.minor()));
          return new Receipt(id, price.minor());
        });
  }

  @Test
  void entitiesAreReadAndSaved() {
    TwoPhase mapping = TwoPhase.over(store).mapper(MAPPER.with(Doctor.class, "doctors")).build();
    mapping
        .transact(
            "hire",
            tx -> {
              tx.save(new Doctor("ann", true));
              return null;
            })
        .orElseThrow();
    mapping
        .transact(
            "rest",
            tx -> {
              Doctor ann = tx.get(Doctor.class, "ann").orElseThrow();
              tx.save(new Doctor(ann.id(), false));
              return null;
            })
        .orElseThrow();

    assertThat(client.getDatabase("shop").getCollection("doctors").find().first())
        .containsEntry("onCall", false);
    mapping.close();
  }

  /** An entity. */
  public record Doctor(@BsonId String id, boolean onCall) {}

  @Test
  void documentsOfTheHostsOwn() {
    Document order = new Document("_id", 9).append("status", "UnPaid").append("total", 100L);
    TransactionOutcome created =
        twophase.run(
            transaction("create-9").insert(MAPPER.ref(ORDERS, order), MAPPER.fields(order)));

    assertThat(created.isApplied()).isTrue();
    assertThat(orders().find(Filters.eq("_id", 9)).first()).containsEntry("total", 100L);
  }

  @Test
  void stockIsSharedByManyAtOnce() {
    twophase.run(transaction("stock").insert(document("stock", "tea"), Map.of("left", 10L)));

    assertThat(twophase.run(take("a", 6)).isApplied()).isTrue();
    assertThat(twophase.run(take("b", 6)).isApplied()).isFalse();
  }

  /** Never below zero; nobody waits for anybody. */
  static TransactionRequest take(String order, int pieces) {
    return transaction("take-" + order)
        .add(document("stock", "tea"), "left", -pieces, 0, 1_000_000)
        .insert(document("parcels", order), Map.of("tea", pieces));
  }

  @Test
  void whatIsReadElsewhereIsChecked() {
    twophase.run(transaction("ann").insert(document("doctors", "ann"), Map.of("onCall", true)));
    twophase.run(transaction("bob").insert(document("doctors", "bob"), Map.of("onCall", true)));

    assertThat(twophase.run(leave("ann", "bob")).isApplied()).isTrue();
    assertThat(twophase.run(leave("bob", "ann")).isApplied()).isFalse();
  }

  /** One goes off call only if the other stays: no write skew. */
  static TransactionRequest leave(String who, String other) {
    return transaction("leave-" + who)
        .check(document("doctors", other), where("onCall").is(true))
        .change(document("doctors", who), set("onCall", false));
  }

  @Test
  void theSameAsWithTransaction() {
    assertThat(payWithTwophase(twophase, 7)).isTrue();
    assertThat(payWithTwophase(twophase, 8)).isFalse();
  }

  /** As the driver's manual has it; it needs a replica set. */
  static boolean payWithTransaction(MongoClient client, int order) {
    try (ClientSession session = client.startSession()) {
      MongoDatabase shop = client.getDatabase("shop");
      return session.withTransaction(
          () -> {
            boolean paid =
                shop.getCollection("orders")
                        .updateOne(
                            session,
                            Filters.and(Filters.eq("_id", order), Filters.eq("status", "UnPaid")),
                            Updates.combine(Updates.set("status", "Paid"), Updates.inc("seen", 1)))
                        .getMatchedCount()
                    == 1;
            if (!paid) {
              session.abortTransaction();
              return false;
            }
            shop.getCollection("ledger")
                .insertOne(session, new Document("_id", "pay-" + order).append("order", order));
            return true;
          });
    }
  }

  /** The same; it needs one server that updates one document atomically. */
  static boolean payWithTwophase(TwoPhase twophase, int order) {
    DocumentRef unpaid = document("orders", order);
    return twophase
        .run(
            transaction("pay-" + order)
                .change(unpaid, where("status").is("UnPaid"), set("status", "Paid"), inc("seen", 1))
                .insert(document("ledger", "pay-" + order), Map.of("order", order)))
        .isApplied();
  }

  @Test
  void theStoresOwnCollectionsAreNotChanged() {
    assertThat(changed("accounts")).contains("UnsafeCollection", "holds accounts");
    assertThat(changed("transactions")).contains("UnsafeCollection", "one of the store's own");
  }

  private String changed(String collection) {
    return twophase
        .run(
            transaction("rob-" + collection)
                .change(document(collection, "customer"), set("balance", 1L)))
        .toString();
  }

  @Test
  void whatAPlainFindSees() {
    assertThat(orders().find(Filters.ne("placeholder", true)).into(new java.util.ArrayList<>()))
        .extracting(order -> order.get("_id"))
        .isEqualTo(List.of(7));
  }
}
