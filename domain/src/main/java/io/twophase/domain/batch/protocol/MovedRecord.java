package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.function.UnaryOperator;

/** What comes of a transition: of one that closes the record, whoever it was that closed it. */
record MovedRecord(BatchWorker worker, MatchOutcome outcome)
    implements BatchTransition.Cases<BatchWorker> {

  @Override
  public BatchWorker takeOver(BatchTransition.TakeOver transition) {
    return ifMatched(transition, moved -> RecordRead.owned(moved, transition.epoch()));
  }

  @Override
  public BatchWorker decide(BatchTransition.Decide transition) {
    BatchWorker answered =
        worker.at(
            worker.knowledge().decisionAnswered(outcome == MatchOutcome.NOT_MATCHED),
            worker.step());
    return new MovedRecord(answered, outcome).ifMatched(transition, Ending::settle);
  }

  /** No worker of a batch excludes: that is asked by who wants one member canceled. */
  @Override
  public BatchWorker exclude(BatchTransition.Exclude transition) {
    throw new IllegalStateException(worker + " does not exclude");
  }

  @Override
  public BatchWorker finish(BatchTransition.Finish transition) {
    return closed(transition);
  }

  @Override
  public BatchWorker beginCancel(BatchTransition.BeginCancel transition) {
    return ifMatched(transition, Ending::release);
  }

  @Override
  public BatchWorker finishCancel(BatchTransition.FinishCancel transition) {
    return closed(transition);
  }

  /** Not matched, another has closed it: the state is final and the same. */
  private BatchWorker closed(BatchTransition transition) {
    return outcome == MatchOutcome.IN_DOUBT ? worker : Ending.ended(knowing(transition));
  }

  private BatchWorker ifMatched(BatchTransition transition, UnaryOperator<BatchWorker> next) {
    if (outcome != MatchOutcome.MATCHED) {
      return worker.at(new BatchStep.ReadRecord());
    }
    return next.apply(knowing(transition));
  }

  private BatchWorker knowing(BatchTransition transition) {
    BatchKnowledge knowledge = worker.knowledge();
    BatchRecord known = knowledge.known();
    return worker.at(
        knowledge.reading(transition.change(known, known.lastModified())), worker.step());
  }
}
