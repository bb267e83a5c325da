package io.twophase.app.authorization;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;

/** Of a worker that was to capture. */
final class CaptureAnswer extends Answer<CaptureOutcome> {

  CaptureAnswer(TransactionId id) {
    super(id);
  }

  @Override
  CaptureOutcome unknown(String why) {
    return new CaptureOutcome.Unknown(id(), why);
  }

  @Override
  CaptureOutcome refused(DecisionRefusal refusal) {
    return new CaptureOutcome.Refused(id(), refusal);
  }

  @Override
  public CaptureOutcome applied(Result.Applied result) {
    return new CaptureOutcome.Captured(id(), result.finished());
  }
}
