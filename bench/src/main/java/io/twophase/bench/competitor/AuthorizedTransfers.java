package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.List;

/** This protocol, each transfer authorized in one call and captured in full in the next. */
final class AuthorizedTransfers implements Competitor {

  /** Longer than any round. */
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  private final Host host;

  AuthorizedTransfers(MongoClient client, String database, String ids) {
    this.host = Host.of(client, database, TwoPhaseSettings.DEFAULT_BATCH_SIZE, ids);
  }

  @Override
  public int batch() {
    return 1;
  }

  @Override
  public void open(int accounts, long balance) {
    host.open(accounts, balance);
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    int captured = 0;
    for (BenchTransfer transfer : transfers) {
      TransferRequest request = host.request(transfer);
      long start = System.nanoTime();
      boolean isCaptured = isCaptured(host.twoPhase().authorizations(), request);
      listener.after(System.nanoTime() - start, 1);
      captured += isCaptured ? 1 : 0;
    }
    return captured;
  }

  private static boolean isCaptured(Authorizations authorizations, TransferRequest request) {
    return authorizations.authorize(request, TERMS) instanceof AuthorizeOutcome.Authorized
        && authorizations.capture(request.id()) instanceof CaptureOutcome.Captured;
  }

  @Override
  public void finish() {
    host.finish();
  }

  @Override
  public List<String> findings() {
    return host.findings();
  }

  /** The client is not its own. */
  @Override
  public void close() {}
}
