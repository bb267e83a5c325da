package io.twophase.app.bench;

import com.mongodb.client.MongoClient;
import io.twophase.app.usecase.Answered;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.wiring.TwoPhaseSettings;
import java.util.List;

/** This protocol, one transfer to a call, answered when it is decided or when it is finished. */
final class SingleSide implements Side {

  private final Host host;
  private final Answered when;

  SingleSide(MongoClient client, String database, String ids, Answered when) {
    this.host = Host.of(client, database, TwoPhaseSettings.DEFAULT_BATCH_SIZE, ids);
    this.when = when;
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
  public int run(List<Draw> draws, Told told) {
    int applied = 0;
    for (Draw draw : draws) {
      long start = System.nanoTime();
      TransferOutcome outcome = host.twoPhase().transfers().transfer(host.request(draw), when);
      told.after(System.nanoTime() - start, 1);
      applied += outcome instanceof TransferOutcome.Applied ? 1 : 0;
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
