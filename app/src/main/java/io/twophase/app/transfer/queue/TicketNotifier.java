package io.twophase.app.transfer.queue;

import io.twophase.app.transfer.BatchRunner;
import io.twophase.app.transfer.TransferOutcome;
import java.util.List;

/** Passes on to tickets what becomes of their transfers while their batch runs. */
final class TicketNotifier implements BatchRunner.Listener {

  private final List<Ticket> batch;
  private final Runnable allDecided;

  TicketNotifier(List<Ticket> batch, Runnable allDecided) {
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
