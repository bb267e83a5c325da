package io.twophase.domain.batch.protocol;

import java.util.List;

/** Which events a step can come to, and who says what comes of them. */
record BatchReceived(BatchWorker worker) implements BatchEvent.Cases<BatchWorker> {

  @Override
  public BatchWorker begun(BatchEvent.Begun event) {
    BatchStep.Begin step = step(BatchStep.Begin.class, event);
    requireOneEach(step.batch().ids(), event.members());
    return Beginning.begun(worker, step.batch(), event);
  }

  @Override
  public BatchWorker takenSeen(BatchEvent.TakenSeen event) {
    requireOneEach(step(BatchStep.ReadTaken.class, event).ids(), event.seen());
    return Beginning.takenSeen(worker, event.seen());
  }

  @Override
  public BatchWorker took(BatchEvent.Took event) {
    BatchStep.Take step = step(BatchStep.Take.class, event);
    requireOneEach(step.free(), event.outcomes());
    return Beginning.took(worker, step.free(), event.outcomes());
  }

  @Override
  public BatchWorker recordSeen(BatchEvent.RecordSeen event) {
    if (!(worker.step() instanceof BatchStep.Await)) {
      step(BatchStep.ReadRecord.class, event);
    }
    return RecordRead.next(worker, event);
  }

  @Override
  public BatchWorker membersSeen(BatchEvent.MembersSeen event) {
    requireOneEach(step(BatchStep.ReadMembers.class, event).ids(), event.documents());
    return RecordRead.membersSeen(worker, event.documents());
  }

  @Override
  public BatchWorker replied(BatchEvent.Replied event) {
    BatchStep.OnAccounts step = step(BatchStep.OnAccounts.class, event);
    requireOneEach(step.requests(), event.replies());
    return new Replies(worker).next(step.requests(), event.replies());
  }

  @Override
  public BatchWorker moved(BatchEvent.Moved event) {
    BatchStep.Move step = step(BatchStep.Move.class, event);
    return step.transition().fold(new MovedRecord(worker, event.outcome()));
  }

  @Override
  public BatchWorker buried(BatchEvent.Buried event) {
    step(BatchStep.Bury.class, event);
    return Beginning.buried(worker, event.outcome());
  }

  @Override
  public BatchWorker gaveUp(BatchEvent.GaveUp event) {
    return worker.stop(
        worker
            .certain()
            .<BatchResult>map(decided -> decided)
            .getOrElse(() -> new BatchResult.Unknown("the bound on tries was reached")));
  }

  private <S extends BatchStep> S step(Class<S> kind, BatchEvent event) {
    if (!kind.isInstance(worker.step())) {
      throw new IllegalStateException(worker + " cannot come to " + event);
    }
    return kind.cast(worker.step());
  }

  private void requireOneEach(List<?> asked, List<?> answered) {
    if (asked.size() != answered.size()) {
      throw new IllegalStateException(
          worker.id() + ": " + answered.size() + " answers to " + asked.size() + " questions");
    }
  }
}
