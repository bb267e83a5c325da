package io.twophase.app.commit;

import io.twophase.app.usecase.BatchRunner;
import io.twophase.app.usecase.TransferOutcome;
import java.util.List;

/** Passes on to tickets what becomes of their transfers while their batch runs. */
final class Telling implements BatchRunner.Listener {

  private final List<Ticket> batch;
  private final Runnable allDecided;

  Telling(List<Ticket> batch, Runnable allDecided) {
    this.batch = batch;
    this.allDecided = allDecided;
  }

  @Override
  public void decided(int index, TransferOutcome outcome) {
    batch.get(index).decided(outcome);
  }

  @Override
  public void ended(int index, TransferOutcome outcome) {
    batch.get(index).complete(outcome);
  }

  @Override
  public void allDecided() {
    allDecided.run();
  }
}
