package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** This protocol, many orders submitted at a time, which share batches. */
public final class BatchedOrders implements Competitor {

  private final OrderHost host;
  private final int batch;

  public BatchedOrders(MongoClient client, String database, int batch, String ids) {
    this.host = new OrderHost(client, database, batch, ids);
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
  public void prepare(long transfers) {
    host.prepare(transfers);
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    List<TransactionRequest> payments = transfers.stream().map(host::payment).toList();
    List<CompletableFuture<TransactionOutcome>> answers = new ArrayList<>(payments.size());
    long start = System.nanoTime();
    for (TransactionRequest payment : payments) {
      answers.add(
          host.twoPhase()
              .transfers()
              .submit(payment)
              .thenApply(
                  outcome -> {
                    listener.after(System.nanoTime() - start, 1);
                    return outcome;
                  }));
    }
    return (int)
        answers.stream().map(CompletableFuture::join).filter(TransactionOutcome::isApplied).count();
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
