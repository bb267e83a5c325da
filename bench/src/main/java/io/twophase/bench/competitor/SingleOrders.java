package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.transfer.TransactionRequest;
import java.util.List;

/** This protocol, one order paid to a call. */
public final class SingleOrders implements Competitor {

  private final OrderHost host;

  public SingleOrders(MongoClient client, String database, String ids) {
    this.host = new OrderHost(client, database, TwoPhaseSettings.DEFAULT_BATCH_SIZE, ids);
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
  public void prepare(long transfers) {
    host.prepare(transfers);
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    int applied = 0;
    for (BenchTransfer transfer : transfers) {
      TransactionRequest payment = host.payment(transfer);
      long start = System.nanoTime();
      boolean isApplied = host.twoPhase().run(payment).isApplied();
      listener.after(System.nanoTime() - start, 1);
      applied += isApplied ? 1 : 0;
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

  @Override
  public void close() {
    host.close();
  }
}
