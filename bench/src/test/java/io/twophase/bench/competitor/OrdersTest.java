package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.embedded.EmbeddedServer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each thing that can be off is told, and nothing where all is well. */
class OrdersTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoDatabase database = client.getDatabase("bench");

  @BeforeEach
  void soundBooks() {
    insert("accounts", new Document("_id", "A").append("opening", 100L).append("balance", 93L));
    insert("accounts", new Document("_id", "B").append("opening", 100L).append("balance", 107L));
    insert("orders", new Document("_id", "o1").append("status", "Paid"));
    insert("orders", new Document("_id", "o2").append("status", "UnPaid"));
    insert("ledger", line("l1", "o1", 7));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void nothingWhereAllIsWell() {
    assertThat(new Orders(database).findings()).isEmpty();
  }

  @Test
  void anOrderThatIsPaidTwice() {
    insert("ledger", line("l2", "o1", 0));

    assertThat(new Orders(database).findings())
        .containsExactly("orders that are paid more than once: 1, as o1");
  }

  @Test
  void anOrderThatIsPaidWithoutALedgerLine() {
    database
        .getCollection("orders")
        .updateOne(Filters.eq("_id", "o2"), Updates.set("status", "Paid"));

    assertThat(new Orders(database).findings())
        .containsExactly("paid orders without a ledger line: 1, as o2");
  }

  @Test
  void aLedgerLineOfAnOrderThatIsNotPaid() {
    insert("ledger", line("l2", "o2", 0));

    assertThat(new Orders(database).findings())
        .containsExactly("ledger lines of orders that are not paid: 1, as o2");
  }

  @Test
  void aBalanceThatTheLedgerDoesNotSay() {
    database
        .getCollection("accounts")
        .updateOne(Filters.eq("_id", "B"), Updates.inc("balance", 1L));

    assertThat(new Orders(database).findings())
        .containsExactly("balances that are not what the ledger lines make of them: 1, as B");
  }

  private void insert(String collection, Document document) {
    database.getCollection(collection).insertOne(document);
  }

  private static Document line(String id, String order, long value) {
    return new Document("_id", id)
        .append("order", order)
        .append("source", "A")
        .append("destination", "B")
        .append("value", value);
  }
}
