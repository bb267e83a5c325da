package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * This protocol, one transfer to a call, answered when it is decided or when it is finished; of the
 * amount, or of as much as there is.
 */
final class SingleTransfers implements Competitor {

  private final Host host;
  private final AnswerTime when;
  private final UnaryOperator<TransferRequest> asking;

  private SingleTransfers(
      MongoClient client,
      String database,
      String ids,
      AnswerTime when,
      UnaryOperator<TransferRequest> asking) {
    this.host = Host.of(client, database, TwoPhaseSettings.DEFAULT_BATCH_SIZE, ids);
    this.when = when;
    this.asking = asking;
  }

  SingleTransfers(MongoClient client, String database, String ids, AnswerTime when) {
    this(client, database, ids, when, UnaryOperator.identity());
  }

  /** Those of as much as there is, answered when they are finished. */
  static SingleTransfers ofAtMost(MongoClient client, String database, String ids) {
    return new SingleTransfers(
        client, database, ids, AnswerTime.WHEN_FINISHED, TransferRequest::takingAtMost);
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
    int applied = 0;
    for (BenchTransfer transfer : transfers) {
      long start = System.nanoTime();
      TransactionOutcome outcome =
          host.twoPhase().transfers().transfer(asking.apply(host.request(transfer)), when);
      listener.after(System.nanoTime() - start, 1);
      applied += outcome instanceof TransactionOutcome.Applied ? 1 : 0;
    }
    return applied;
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
