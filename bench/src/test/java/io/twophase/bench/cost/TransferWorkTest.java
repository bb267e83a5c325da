package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One transfer costs what docs/PROTOCOL.md says, and a write more is seen. */
class TransferWorkTest {

  private final CountedServer server = new CountedServer();

  @AfterEach
  void close() {
    server.close();
  }

  private Work ofOneTransfer(UnaryOperator<Store> way) {
    Host host = new Host(server.client(), CountedServer.DATABASE, 1, "t", way);
    host.open(2, 1_000);
    transfer(host);
    Work before = server.work();
    transfer(host);
    Work work = server.work().since(before);
    host.close();
    return work;
  }

  private static void transfer(Host host) {
    TransactionOutcome outcome =
        host.twoPhase().transfers().transfer(host.request(new BenchTransfer(0, 1, 5)));
    assertThat(outcome).isInstanceOf(TransactionOutcome.Applied.class);
  }

  @Test
  void oneTransferIsFiveCommandsAndSevenWrites() {
    Work work = ofOneTransfer(UnaryOperator.identity());

    assertThat(work.of(Charge.ROUND_TRIP)).isEqualTo(5);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("all but finish").isEqualTo(4);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).as("record 3, holds 2, settles 2").isEqualTo(7);
    assertThat(work.of(Charge.INSERT)).isEqualTo(1);
    assertThat(work.of(Charge.UPDATE)).isEqualTo(6);
    assertThat(work.of(Charge.ARRAY_CHANGE)).as("two holds, two settles").isEqualTo(4);
    assertThat(work.of(Charge.ARRAY_ELEMENT)).as("each settle finds and pulls one").isEqualTo(4);
    assertThat(work.of(Charge.PREDICATE)).as("holds 2 x 7, settles 2 x 1, record 3").isEqualTo(19);
    assertThat(work.of(Charge.INSERTED_KEY)).as("of open records, at begin").isEqualTo(1);
    assertThat(work.of(Charge.CHANGED_KEY)).as("moved at decide, out at finish").isEqualTo(3);
    assertThat(work.of(Charge.BYTE_WRITTEN)).isPositive();
    assertThat(work.estimatedMicros()).isBetween(200.0, 700.0);
  }

  @Test
  void aWriteMoreIsSeen() {
    Work sound = ofOneTransfer(UnaryOperator.identity());
    server.client().getDatabase(CountedServer.DATABASE).drop();

    Work work = ofOneTransfer(this::writingTwice);

    assertThat(work.since(sound).of(Charge.ROUND_TRIP)).isEqualTo(2);
    assertThat(work.since(sound).of(Charge.DOCUMENT_WRITE)).isEqualTo(2);
    assertThat(work.since(sound).of(Charge.UPDATE)).isEqualTo(2);
    assertThat(work.since(sound).of(Charge.BYTE_WRITTEN)).isPositive();
  }

  /** With each transition of a record, the same is noted in a field of its own. */
  private Store writingTwice(Store sound) {
    return Interceptor.before(
        Store.class,
        sound,
        (method, asked, call) -> {
          if (method.equals("move")) {
            Transition first = (Transition) ((List<?>) asked.get(0)).get(0);
            Ledger.collection(
                    server.client().getDatabase(CountedServer.DATABASE), Ledger.TRANSACTIONS)
                .updateOne(
                    new BsonDocument("_id", new BsonString(first.record().value())),
                    Updates.inc("notes", 1));
          }
          return call.make();
        });
  }
}
