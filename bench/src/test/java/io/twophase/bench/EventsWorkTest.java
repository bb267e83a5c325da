package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Sorts;
import io.twophase.bench.CountedServer.Cost;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.test.contract.Moment;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events, and their evidence, cost what docs/PERFORMANCE.md says. */
class EventsWorkTest {

  @AutoClose private final CountedServer server = new CountedServer();
  private final Host host = server.host(100);

  @BeforeEach
  void open() {
    server.store().events().turnOn();
    host.open(2, 1_000);
    server.ofTransfers(host, 1);
  }

  /** Without events, what is finished is in no index: see {@link TransferWorkTest}. */
  @Test
  void aRecordCostsOneKeyMoreAndATransferInABatchNone() {
    assertThat(server.ofTransfers(host, 1)).isEqualTo(new Cost(5, 4, 7, 19, 1));
    assertThat(server.ofTransfers(host, 10)).isEqualTo(new Cost(5, 4, 17, 20, 1));
  }

  /** What a pass costs over a batch of ten and a transfer alone. */
  private Cost ofPass(Runnable pass) {
    // what is decided in this very millisecond is left to the next pass
    Moment.pass();
    pass.run();
    server.ofTransfers(host, 10);
    server.ofTransfers(host, 1);
    Moment.pass();
    return server.of(pass);
  }

  @Test
  void aNumberIsOneInsertAndOneUpdateOfARecordAndABatchIsOne() {
    Cost cost = ofPass(() -> host.twoPhase().events().number());

    assertThat(cost.writes())
        .as("two numbers, two marks, and what is confirmed")
        .isEqualTo(2 + 2 + 1);
    assertThat(cost.keys()).as("out of the index").isEqualTo(-2);
    assertThat(cost.majorityWaits()).isEqualTo(3);
  }

  @Test
  void aLeafIsOneInsertOfARecordAndABatchIsOne() {
    host.twoPhase().evidence().turnOn();
    Cost numbers = ofPass(() -> host.twoPhase().events().number());

    Cost both = ofPass(() -> host.twoPhase().evidence().grow());

    assertThat(both.writes() - numbers.writes()).isEqualTo(2);
    assertThat(both.keys()).isEqualTo(numbers.keys());
    assertThat(both.majorityWaits() - numbers.majorityWaits()).isEqualTo(1);
    assertThat(bytesOfTheLastTwoLeaves())
        .as("two leaves, and ten members of 32 bytes")
        .isBetween(500, 560);
  }

  private int bytesOfTheLastTwoLeaves() {
    int bytes = 0;
    for (RawBsonDocument leaf :
        server
            .client()
            .getDatabase(CountedServer.DATABASE)
            .getCollection(Ledger.TRANSACTIONS + "_leaves", RawBsonDocument.class)
            .find()
            .sort(Sorts.descending("_id"))
            .limit(2)) {
      bytes += leaf.getByteBuffer().remaining();
    }
    return bytes;
  }
}
