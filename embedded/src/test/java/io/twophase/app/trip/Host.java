package io.twophase.app.trip;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.domain.document.Guards.where;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.FieldChange;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** A host over a server. A {@link TripLoader} loads it, with the library that it calls. */
public final class Host implements AutoCloseable {

  private static final Money PRICE = new Money(1, Currency.getInstance("USD"));
  private static final int ORDERS = 100;

  private final MongoClient client;
  private final TwoPhase twophase;
  private int count;

  /**
   * Opens accounts and orders in a database of the server.
   *
   * @param longer whether one more class of the project forwards each call of the store
   */
  public Host(String uri, boolean longer) {
    client = MongoClients.create(uri);
    String database = "trip" + longer;
    Store store =
        MongoStore.using(client, database, MongoStoreSettings.defaults().withProbe(false));
    twophase =
        TwoPhase.over(
                longer
                    ? Interceptor.before(Store.class, store, (method, asked, call) -> call.make())
                    : store)
            .build();
    for (String name : List.of("customer", "shop")) {
      twophase.accounts().open(Opening.of(account(name), new Money(1_000, PRICE.currency())).get());
    }
    List<Document> orders = new ArrayList<>();
    for (int order = 0; order < ORDERS; order++) {
      orders.add(new Document("_id", "order" + order).append("status", "UnPaid"));
    }
    client.getDatabase(database).getCollection("orders").insertMany(orders);
  }

  private TransactionId id() {
    return new TransactionId("t" + count++);
  }

  private TransferRequest request() {
    return new TransferRequest(id(), account("customer"), account("shop"), PRICE);
  }

  /** A lone transfer. */
  public Runnable transfer() {
    TransferRequest request = request();
    return () -> require(twophase.transfers().transfer(request).isApplied());
  }

  /** Ten transfers of one call. */
  public Runnable batch() {
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < 10; at++) {
      requests.add(request());
    }
    return () ->
        require(
            twophase.transfers().transferAll(requests, Order.ANY).stream()
                .allMatch(outcome -> outcome.isApplied()));
  }

  /** A debit, a credit, the order's change and a ledger line. */
  public Runnable order() {
    TransactionId id = id();
    TransactionRequest request =
        TransactionRequest.of(id)
            .debit(account("customer"), PRICE)
            .credit(account("shop"), PRICE)
            .change(
                document("orders", "order" + count % ORDERS),
                where("status").equalTo("UnPaid"),
                FieldChange.set("status", "Paid"))
            .insert(document("ledger", id.value()), Map.of("order", id.value()));
    return () -> require(twophase.run(request).isApplied());
  }

  private static void require(boolean applied) {
    if (!applied) {
      throw new IllegalStateException("it is not applied");
    }
  }

  @Override
  public void close() {
    twophase.close();
    client.close();
  }
}
