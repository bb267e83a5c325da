package io.twophase.app.authorization;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Result;
import java.util.function.Supplier;

/** Of a worker that was to void. */
final class VoidAnswer extends Answer<VoidOutcome> {

  private final Supplier<TransactionLookup> read;

  /**
   * @param read reads the record again
   */
  VoidAnswer(TransactionId id, Supplier<TransactionLookup> read) {
    super(id);
    this.read = read;
  }

  @Override
  VoidOutcome unknown(String why) {
    return new VoidOutcome.Unknown(id(), why);
  }

  @Override
  VoidOutcome refused(DecisionRefusal refusal) {
    return new VoidOutcome.Refused(id(), refusal);
  }

  @Override
  public VoidOutcome canceled(Result.Canceled result) {
    return new VoidOutcome.Voided(id(), result.reason(), result.finished());
  }

  /** What was captured does not change any more, so it is read again. */
  @Override
  public VoidOutcome alreadyDecided(Result.AlreadyDecided result) {
    return read.get()
        .fold(
            found ->
                refused(
                    new DecisionRefusal.ByRule(
                        new AuthorizationRefusal.AlreadyCaptured(
                            id(), found.record().capturedOperations()))),
            absent -> refused(new DecisionRefusal.NotFound(id())),
            unreadable -> unknown("its record cannot be read: " + unreadable.fault()),
            removed ->
                refused(
                    new DecisionRefusal.ByRule(
                        new AuthorizationRefusal.RecordRemoved(
                            id(), removed.receipt().isApplied()))));
  }
}
