package io.twophase.app.bench;

import com.mongodb.client.MongoClient;
import io.twophase.app.usecase.Order;
import io.twophase.app.usecase.TransferRequest;
import java.util.ArrayList;
import java.util.List;

/** This protocol, many transfers to a call, in any order. */
final class BatchedSide implements Side {

  private final Host host;
  private final int batch;

  BatchedSide(MongoClient client, String database, int batch, String ids) {
    this.host = Host.of(client, database, batch, ids);
    this.batch = batch;
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
  public int run(List<Draw> draws, Told told) {
    List<TransferRequest> requests = new ArrayList<>(draws.size());
    draws.forEach(draw -> requests.add(host.request(draw)));
    long start = System.nanoTime();
    int applied = Host.applied(host.twoPhase().transfers().transferAll(requests, Order.ANY));
    told.after(System.nanoTime() - start, draws.size());
    return applied;
  }

  @Override
  public List<String> findings() {
    return host.findings();
  }

  /** The client is not its own. */
  @Override
  public void close() {}
}
