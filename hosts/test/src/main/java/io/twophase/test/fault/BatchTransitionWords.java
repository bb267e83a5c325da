package io.twophase.test.fault;

import io.twophase.domain.batch.record.BatchTransition;

/** What each transition of a batch is called: as that of a transaction. */
final class BatchTransitionWords implements BatchTransition.Cases<String> {

  @Override
  public String takeOver(BatchTransition.TakeOver transition) {
    return TransitionWords.TAKE_OVER;
  }

  @Override
  public String decide(BatchTransition.Decide transition) {
    return TransitionWords.DECIDE;
  }

  @Override
  public String exclude(BatchTransition.Exclude transition) {
    return "exclude";
  }

  @Override
  public String finish(BatchTransition.Finish transition) {
    return TransitionWords.FINISH;
  }

  @Override
  public String beginCancel(BatchTransition.BeginCancel transition) {
    return TransitionWords.CANCEL;
  }

  @Override
  public String finishCancel(BatchTransition.FinishCancel transition) {
    return TransitionWords.FINISH;
  }
}
