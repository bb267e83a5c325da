package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.CountedServer.Cost;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One transfer costs what docs/PROTOCOL.md and docs/PERFORMANCE.md say. */
class TransferWorkTest {

  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  @AutoClose private final CountedServer server = new CountedServer();
  private final Ledger ledger = new Ledger(server.client(), CountedServer.DATABASE, 1, () -> {});

  /** Two accounts that have so much, and a host that has made a transfer. */
  private Host host(long balance) {
    Host host = new Host(ledger);
    host.open(2, balance);
    transfer(host, host.request(new BenchTransfer(0, 1, 5)).takingAtMost());
    return host;
  }

  private Host host() {
    return host(1_000);
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
      // all but finish wait; record 3, holds 2, settles 2; holds 2 x 7, settles 2 x 1, record 3;
      // what is finished is in no index
      assertThat(transfer(host)).isEqualTo(new Cost(5, 4, 7, 19, 0));
    }
  }

  @Test
  void oneOfAsMuchAsThereIsIsAnyTransferWhereAllOfItIsThere() {
    try (Host host = host()) {
      // both are held at once
      assertThat(transfer(host, host.request(new BenchTransfer(0, 1, 5)).takingAtMost()))
          .isEqualTo(new Cost(5, 4, 7, 19, 0));
    }
  }

  @Test
  void whereLessIsThereTheAccountIsReadToo() {
    try (Host host = host(3)) {
      // asked for all, two counted, read twice, asked for what is there
      assertThat(transfer(host, host.request(new BenchTransfer(1, 0, 50)).takingAtMost()))
          .isEqualTo(new Cost(10, 7, 7, 39, 0));
    }
  }

  @Test
  void anAuthorizationAndItsCaptureAreFourCommandsAndFourWritesEach() {
    try (Host host = host()) {
      capture(host, authorized(host));
      TransferRequest request = host.request(new BenchTransfer(0, 1, 5));

      Cost authorize = server.of(() -> authorize(host, request));
      Cost capture = server.of(() -> capture(host, request));

      // begin, hold, authorize, read it; record 2, holds 2; holds 2 x 7, record 3; a key of the
      // open
      // records and one of the expiries
      assertThat(authorize).isEqualTo(new Cost(4, 3, 4, 17, 2));
      // read, decide, settle, finish; record 2, settles 2; settles 2 x 1, record 3; out of both
      assertThat(capture).isEqualTo(new Cost(4, 2, 4, 5, -2));
    }
  }

  @Test
  void aFunctionThatReadsAnOrderAndPaysItWritesWhatAnOrderDoes() {
    host().close();
    Cost order = ofThird("order");
    Cost function = ofThird("function");

    // holds 4, settles 3, by collection and kind; record 3, holds 4, settles 4
    assertThat(order).isEqualTo(new Cost(9, 8, 11, 31, 0));
    // two reads
    assertThat(function).isEqualTo(new Cost(11, 8, 11, 31, 0));
  }

  /** The third payment: the first makes a collection, and with the second it is looked at. */
  private Cost ofThird(String name) {
    CompetitorKind kind =
        CompetitorKind.all().stream().filter(each -> each.name().equals(name)).findAny().get();
    try (Competitor paying = kind.opening().apply(ledger)) {
      pay(paying);
      pay(paying);
      return server.of(() -> pay(paying));
    }
  }

  private static void pay(Competitor paying) {
    assertThat(paying.run(List.of(new BenchTransfer(0, 1, 5)), (nanos, transfers) -> {})).isOne();
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
