package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Ledger;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation happens, and one that does not is told. */
class ManyOperationsTest {

  @Test
  void everyOperationHappensAndOneTooManyIsTold() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri());
        ManyOperations many = new ManyOperations(new Ledger(client, "bench", 1, () -> {}), 16)) {
      many.open(ManyOperations.DOCUMENTS, 0);

      List<BenchTransfer> two = List.of(new BenchTransfer(0, 1, 1), new BenchTransfer(61, 1, 1));
      assertThat(many.run(two, (nanos, number) -> {})).isEqualTo(2);

      assertThat(many.findings()).isEmpty();
      client
          .getDatabase("bench")
          .getCollection("parts")
          .updateOne(Filters.eq("_id", 0), Updates.inc("number", 1L));
      assertThat(many.findings())
          .containsExactly(
              "transactions of 16 operations: all numbers of parts together are 81, and should be"
                  + " 80");
    }
  }
}
