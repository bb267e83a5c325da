package io.twophase.app.authorization;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.Transaction;

/** Of a worker that was to approve. */
final class ApproveAnswer extends Answer<ApproveOutcome> {

  ApproveAnswer(TransactionId id) {
    super(id);
  }

  @Override
  ApproveOutcome unknown(String why) {
    return new ApproveOutcome.Unknown(id(), why);
  }

  @Override
  ApproveOutcome refused(DecisionRefusal refusal) {
    return new ApproveOutcome.Refused(id(), refusal);
  }

  @Override
  public ApproveOutcome authorized(Result.Authorized result) {
    Transaction record = result.record();
    return new ApproveOutcome.Approved(
        id(),
        record.progress().approvals(),
        record.body().authorization().get().requiredApprovals());
  }
}
