package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.CountedServer.Cost;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One transfer costs what docs/PROTOCOL.md and docs/PERFORMANCE.md say, and a write more is seen.
 */
class TransferWorkTest {

  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  private final CountedServer server = new CountedServer();

  @AfterEach
  void close() {
    server.close();
  }

  /** Two accounts that have so much, and a host that has made a transfer. */
  private Host host(long balance, UnaryOperator<Store> between) {
    Host host =
        new Host(
            new Ledger(server.client(), CountedServer.DATABASE, 1, "t"), Host.Way.BATCHED, between);
    host.open(2, balance);
    transfer(host, host.request(new BenchTransfer(0, 1, 5)).takingAtMost());
    return host;
  }

  private Host host() {
    return host(1_000, UnaryOperator.identity());
  }

  private Cost transfer(Host host, TransferRequest request) {
    return server.of(
        () -> assertThat(host.twoPhase().transfers().transfer(request).isApplied()).isTrue());
  }

  private Cost transfer(Host host) {
    return transfer(host, host.request(new BenchTransfer(0, 1, 5)));
  }

  @Test
  void oneTransferIsFiveCommandsAndSevenWrites() {
    try (Host host = host()) {
      Cost cost = transfer(host);

      assertThat(cost.commands()).isEqualTo(5);
      assertThat(cost.majorityWaits()).as("all but finish").isEqualTo(4);
      assertThat(cost.writes()).as("record 3, holds 2, settles 2").isEqualTo(7);
      assertThat(cost.conditions()).as("holds 2 x 7, settles 2 x 1, record 3").isEqualTo(19);
      assertThat(cost.keys()).as("what is finished is in no index").isZero();
    }
  }

  @Test
  void aWriteMoreIsSeen() {
    try (Host host = host(1_000, this::writingTwice)) {
      Cost cost = transfer(host);

      assertThat(cost.commands()).isEqualTo(5 + 2);
      assertThat(cost.writes()).isEqualTo(7 + 2);
    }
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

  @Test
  void oneOfAsMuchAsThereIsIsAnyTransferWhereAllOfItIsThere() {
    try (Host host = host()) {
      Cost cost = transfer(host, host.request(new BenchTransfer(0, 1, 5)).takingAtMost());

      assertThat(cost.commands()).as("both are held at once").isEqualTo(5);
      assertThat(cost.majorityWaits()).as("all but finish").isEqualTo(4);
      assertThat(cost.writes()).as("record 3, holds 2, settles 2").isEqualTo(7);
    }
  }

  @Test
  void whereLessIsThereTheAccountIsReadToo() {
    try (Host host = host(3, UnaryOperator.identity())) {
      Cost cost = transfer(host, host.request(new BenchTransfer(1, 0, 50)).takingAtMost());

      assertThat(cost.commands())
          .as("asked for all, two counted, read twice, asked for what is there")
          .isEqualTo(10);
      assertThat(cost.majorityWaits()).as("all but the reads and finish").isEqualTo(7);
      assertThat(cost.writes()).as("record 3, holds 2, settles 2").isEqualTo(7);
    }
  }

  @Test
  void anAuthorizationAndItsCaptureAreFourCommandsAndFourWritesEach() {
    try (Host host = host()) {
      capture(host, authorized(host));
      TransferRequest request = host.request(new BenchTransfer(0, 1, 5));

      Cost authorize = server.of(() -> authorize(host, request));
      Cost capture = server.of(() -> capture(host, request));

      assertThat(authorize.commands()).as("begin, hold, authorize, read it").isEqualTo(4);
      assertThat(authorize.majorityWaits()).as("all but the read").isEqualTo(3);
      assertThat(authorize.writes()).as("record 2, holds 2").isEqualTo(4);
      assertThat(authorize.conditions()).as("holds 2 x 7, record 3").isEqualTo(17);
      assertThat(authorize.keys()).as("of open records, and of expiries").isEqualTo(2);
      assertThat(capture.commands()).as("read, decide, settle, finish").isEqualTo(4);
      assertThat(capture.majorityWaits()).as("decide and settle").isEqualTo(2);
      assertThat(capture.writes()).as("record 2, settles 2").isEqualTo(4);
      assertThat(capture.conditions()).as("settles 2 x 1, record 3").isEqualTo(5);
      assertThat(capture.keys()).as("out of both").isEqualTo(-2);
    }
  }

  @Test
  void aFunctionThatReadsAnOrderAndPaysItWritesWhatAnOrderDoes() {
    Cost order = ofThird(Host.Way.ORDERS);
    Cost function = ofThird(Host.Way.FUNCTIONS);

    assertThat(order.commands()).as("holds 4, settles 3, by collection and kind").isEqualTo(9);
    assertThat(order.writes()).as("record 3, holds 4, settles 4").isEqualTo(11);
    assertThat(order.majorityWaits()).as("all but finish").isEqualTo(8);
    assertThat(function.writes()).isEqualTo(11);
    assertThat(function.majorityWaits()).isEqualTo(8);
    assertThat(function.commands()).as("two reads").isEqualTo(order.commands() + 2);
  }

  /** The third payment: the first makes a collection, and with the second it is looked at. */
  private Cost ofThird(Host.Way way) {
    try (Host host =
        new Host(new Ledger(server.client(), CountedServer.DATABASE, 1, way + "-"), way)) {
      if (way == Host.Way.ORDERS) {
        host.open(2, 1_000);
      }
      pay(host);
      pay(host);
      return server.of(() -> pay(host));
    }
  }

  private static void pay(Host host) {
    assertThat(host.run(List.of(new BenchTransfer(0, 1, 5)), (nanos, transfers) -> {})).isOne();
  }

  private static TransferRequest authorized(Host host) {
    TransferRequest request = host.request(new BenchTransfer(0, 1, 5));
    authorize(host, request);
    return request;
  }

  private static void authorize(Host host, TransferRequest request) {
    assertThat(host.twoPhase().authorizations().authorize(request, TERMS))
        .isInstanceOf(AuthorizeOutcome.Authorized.class);
  }

  private static void capture(Host host, TransferRequest request) {
    assertThat(host.twoPhase().authorizations().capture(request.id()))
        .isInstanceOf(CaptureOutcome.Captured.class);
  }
}
