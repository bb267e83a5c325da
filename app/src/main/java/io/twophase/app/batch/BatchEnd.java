package io.twophase.app.batch;

import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/**
 * How a run at a batch ended.
 *
 * @param result what is known of its outcome
 * @param failure the last fault of the store that the run met, if it met one
 */
public record BatchEnd(BatchResult result, Option<StoreException> failure) {

  /** What is certain, if anything is. */
  public Option<BatchResult.Decided> decided() {
    return result instanceof BatchResult.Decided decided ? Option.some(decided) : Option.none();
  }

  /** Whether it is decided, and every settle or release is acknowledged. */
  public boolean isFinished() {
    return decided().exists(end -> end.record().state().isFinal());
  }
}
