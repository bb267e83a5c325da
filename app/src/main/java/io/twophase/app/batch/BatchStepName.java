package io.twophase.app.batch;

import io.twophase.app.engine.ProtocolStep;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.range.RangeRequest;

/** As which steps of the protocol a listener is told of the steps of a batch. */
final class BatchStepName {

  static final BatchStep.Cases<ProtocolStep> OF_STEP = new OfStep();
  private static final BatchTransition.Cases<ProtocolStep> OF_TRANSITION = new OfTransition();
  private static final RangeRequest.Cases<ProtocolStep> OF_REQUEST = new OfRequest();

  private BatchStepName() {}

  private static final class OfStep implements BatchStep.Cases<ProtocolStep> {
    @Override
    public ProtocolStep begin(BatchStep.Begin step) {
      return ProtocolStep.BEGIN;
    }

    @Override
    public ProtocolStep readTaken(BatchStep.ReadTaken step) {
      return ProtocolStep.READ;
    }

    @Override
    public ProtocolStep take(BatchStep.Take step) {
      return ProtocolStep.BEGIN;
    }

    @Override
    public ProtocolStep readRecord(BatchStep.ReadRecord step) {
      return ProtocolStep.READ;
    }

    @Override
    public ProtocolStep await(BatchStep.Await step) {
      return ProtocolStep.READ;
    }

    @Override
    public ProtocolStep readMembers(BatchStep.ReadMembers step) {
      return ProtocolStep.READ;
    }

    /** All requests of a step are for one purpose, but for accounts that are read among them. */
    @Override
    public ProtocolStep onAccounts(BatchStep.OnAccounts step) {
      return step.requests().stream()
          .map(request -> request.fold(OF_REQUEST))
          .filter(name -> name != ProtocolStep.READ)
          .findFirst()
          .orElse(ProtocolStep.READ);
    }

    @Override
    public ProtocolStep move(BatchStep.Move step) {
      return step.transition().fold(OF_TRANSITION);
    }

    @Override
    public ProtocolStep bury(BatchStep.Bury step) {
      return ProtocolStep.DECIDE;
    }

    @Override
    public ProtocolStep stop(BatchStep.Stop step) {
      throw new IllegalArgumentException(step + " is the end");
    }
  }

  private static final class OfTransition implements BatchTransition.Cases<ProtocolStep> {
    @Override
    public ProtocolStep takeOver(BatchTransition.TakeOver transition) {
      return ProtocolStep.ACQUIRE;
    }

    @Override
    public ProtocolStep decide(BatchTransition.Decide transition) {
      return ProtocolStep.DECIDE;
    }

    @Override
    public ProtocolStep exclude(BatchTransition.Exclude transition) {
      return ProtocolStep.DECIDE;
    }

    @Override
    public ProtocolStep finish(BatchTransition.Finish transition) {
      return ProtocolStep.FINISH;
    }

    @Override
    public ProtocolStep beginCancel(BatchTransition.BeginCancel transition) {
      return ProtocolStep.DECIDE;
    }

    @Override
    public ProtocolStep finishCancel(BatchTransition.FinishCancel transition) {
      return ProtocolStep.FINISH;
    }
  }

  private static final class OfRequest implements RangeRequest.Cases<ProtocolStep> {
    @Override
    public ProtocolStep hold(RangeRequest.Hold request) {
      return ProtocolStep.HOLD;
    }

    @Override
    public ProtocolStep look(RangeRequest.Look request) {
      return ProtocolStep.READ;
    }

    @Override
    public ProtocolStep stamp(RangeRequest.Stamp request) {
      return ProtocolStep.HOLD;
    }

    @Override
    public ProtocolStep settle(RangeRequest.Settle request) {
      return ProtocolStep.SETTLE;
    }

    @Override
    public ProtocolStep release(RangeRequest.Release request) {
      return ProtocolStep.RELEASE;
    }

    @Override
    public ProtocolStep withdraw(RangeRequest.Withdraw request) {
      return ProtocolStep.RELEASE;
    }
  }
}
