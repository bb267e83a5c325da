package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.embedded.EmbeddedServer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each thing that can be off is told, and nothing where all is well. */
class OrdersTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoDatabase database = client.getDatabase("bench");

  @BeforeEach
  void soundBooks() {
    """
    {insert: 'accounts', documents: [\
    {_id: 'A', opening: NumberLong(100), balance: NumberLong(93)}, \
    {_id: 'B', opening: NumberLong(100), balance: NumberLong(107)}]}
    {insert: 'orders', documents: [{_id: 'o1', status: 'Paid'}, {_id: 'o2', status: 'UnPaid'}]}
    {insert: 'ledger', documents: [{order: 'o1', source: 'A', destination: 'B', value: 7}]}
    """
        .lines()
        .forEach(command -> database.runCommand(Document.parse(command)));
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {insert: 'ledger', documents: [{order: 'o1', source: 'A', destination: 'B', value: 0}]} \
            | orders that are paid more than once: 1, as o1
          {insert: 'ledger', documents: [{order: 'o2', source: 'A', destination: 'B', value: 0}]} \
            | ledger lines of orders that are not paid: 1, as o2
          {update: 'orders', updates: [{q: {_id: 'o2'}, u: {$set: {status: 'Paid'}}}]} \
            | paid orders without a ledger line: 1, as o2
          {update: 'accounts', updates: [{q: {_id: 'B'}, u: {$inc: {balance: 1}}}]} \
            | balances that are not what the ledger lines make of them: 1, as B
          """)
  void whatIsOffAfterACommand(String command, String finding) {
    database.runCommand(Document.parse(command));

    assertThat(new Orders(database).findings()).containsExactly(finding);
  }
}
