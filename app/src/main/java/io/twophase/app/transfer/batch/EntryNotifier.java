package io.twophase.app.transfer.batch;

import io.twophase.app.engine.Progress;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.List;

/**
 * Notifies entries of what the engine finds out about their workers.
 *
 * @param entries those of the workers, in the workers' order
 * @param whenAllDecided runs once all are decided
 */
record EntryNotifier(List<? extends BatchEntry> entries, Option<Runnable> whenAllDecided)
    implements Progress {

  @Override
  public void decided(int index, Worker worker) {
    Option<Result> certain = worker.certain();
    if (certain.isDefined()) {
      entries.get(index).decided(RunAnswer.outcome(worker, certain.get(), Option.none()));
    }
  }

  @Override
  public void stopped(int index, Worker worker, Option<StoreException> failure) {
    entries.get(index).ended(RunAnswer.outcome(worker, failure));
  }

  @Override
  public void allDecided() {
    whenAllDecided.forEach(Runnable::run);
  }
}
