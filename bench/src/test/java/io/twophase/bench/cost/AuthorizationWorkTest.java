package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server is charged for an authorization, and for its capture. */
class AuthorizationWorkTest {

  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  private final CountedServer server = new CountedServer();
  private final Host host =
      new Host(server.client(), CountedServer.DATABASE, 1, "t", UnaryOperator.identity());

  @AfterEach
  void close() {
    host.close();
    server.close();
  }

  private TransferRequest authorized() {
    TransferRequest request = host.request(new BenchTransfer(0, 1, 5));
    assertThat(host.twoPhase().authorizations().authorize(request, TERMS))
        .isInstanceOf(AuthorizeOutcome.Authorized.class);
    return request;
  }

  @Test
  void anAuthorizationIsFourCommandsAndFourWrites() {
    host.open(2, 1_000);
    authorized();
    Work before = server.work();
    authorized();
    Work work = server.work().since(before);

    assertThat(work.of(Charge.ROUND_TRIP)).as("begin, hold, authorize, read it").isEqualTo(4);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("all but the read").isEqualTo(3);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).as("record 2, holds 2").isEqualTo(4);
    assertThat(work.of(Charge.PREDICATE)).as("holds 2 x 7, record 3").isEqualTo(17);
    assertThat(work.of(Charge.INSERTED_KEY)).as("of open records, at begin").isEqualTo(1);
    assertThat(work.of(Charge.CHANGED_KEY)).as("of open records, and of expiries").isEqualTo(3);
  }

  @Test
  void aCaptureIsFourCommandsAndFourWrites() {
    host.open(2, 1_000);
    TransferRequest first = authorized();
    TransferRequest request = authorized();
    host.twoPhase().authorizations().capture(first.id());
    Work before = server.work();
    assertThat(host.twoPhase().authorizations().capture(request.id()))
        .isInstanceOf(CaptureOutcome.Captured.class);
    Work work = server.work().since(before);

    assertThat(work.of(Charge.ROUND_TRIP)).as("read, decide, settle, finish").isEqualTo(4);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("decide and settle").isEqualTo(2);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).as("record 2, settles 2").isEqualTo(4);
    assertThat(work.of(Charge.PREDICATE)).as("settles 2 x 1, record 3").isEqualTo(5);
    assertThat(work.of(Charge.CHANGED_KEY)).as("of expiries, and of open records").isEqualTo(4);
  }
}
