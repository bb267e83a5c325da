package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import java.util.ArrayList;
import java.util.List;

/** This protocol, many transfers to a call, in any order: a batch is one transaction. */
public final class BatchedTransfers implements Competitor {

  private final Host host;
  private final int batch;

  public BatchedTransfers(MongoClient client, String database, int batch, String ids) {
    this(Host.of(client, database, batch, ids), batch);
  }

  private BatchedTransfers(Host host, int batch) {
    this.host = host;
    this.batch = batch;
  }

  /** The same, where a batch tries to be one transaction of the server. */
  static BatchedTransfers ofServerTransactions(
      MongoClient client, String database, int batch, String ids) {
    return new BatchedTransfers(Host.ofServerTransactions(client, database, batch, ids), batch);
  }

  @Override
  public int batch() {
    return batch;
  }

  @Override
  public void open(int accounts, long balance) {
    host.open(accounts, balance);
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    List<TransferRequest> requests = new ArrayList<>(transfers.size());
    transfers.forEach(transfer -> requests.add(host.request(transfer)));
    long start = System.nanoTime();
    int applied = Host.applied(host.twoPhase().transfers().transferAll(requests, Order.ANY));
    listener.after(System.nanoTime() - start, transfers.size());
    return applied;
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
