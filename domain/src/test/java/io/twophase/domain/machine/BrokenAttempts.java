package io.twophase.domain.machine;

import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import java.util.List;

/** Callers of functions without one rule of attempts. */
final class BrokenAttempts {

  private final Flaw flaw;

  BrokenAttempts(Flaw flaw) {
    this.flaw = flaw;
  }

  /** The last attempt that a caller looks for. */
  int last(int attempts) {
    return flaw == Flaw.LOOKS_AT_THE_FIRST_ATTEMPT ? 1 : attempts;
  }

  /** What a caller makes of an attempt. */
  StoredAttempt seen(StoredAttempt stored) {
    CancelReason conflict = new CancelReason.Recovered();
    return switch (flaw) {
      case BEGINS_BESIDE_AN_ATTEMPT ->
          stored instanceof StoredAttempt.Undecided
              ? new StoredAttempt.Conflicted(conflict)
              : stored;
      case GOES_ON_AFTER_A_REFUSAL ->
          stored instanceof StoredAttempt.Refused ? new StoredAttempt.Conflicted(conflict) : stored;
      case TAKES_A_CANCEL_BY_RECOVERY_FOR_FINAL ->
          stored instanceof StoredAttempt.Conflicted conflicted
                  && conflicted.reason() instanceof CancelReason.Recovered
              ? new StoredAttempt.Refused(conflicted.reason())
              : stored;
      default -> stored;
    };
  }

  /** What a caller makes of the reason for which its own attempt is canceled. */
  CancelReason reason(CancelReason reason) {
    return switch (flaw) {
      case GOES_ON_AFTER_A_REFUSAL -> new CancelReason.Recovered();
      case TAKES_A_CANCEL_BY_RECOVERY_FOR_FINAL ->
          reason instanceof CancelReason.Recovered ? Fixtures.ON_REQUEST : reason;
      default -> reason;
    };
  }

  /** What a run states. */
  List<Operation> stated(List<Operation> operations) {
    return switch (flaw) {
      case CHECKS_NOTHING_THAT_IS_ONLY_READ ->
          operations.stream().filter(each -> !(each instanceof CheckDocument)).toList();
      case CHECKS_NO_ABSENCE ->
          operations.stream().filter(each -> !(each instanceof CheckAbsent)).toList();
      case CHANGES_WHATEVER_IS_THERE -> operations.stream().map(BrokenAttempts::bare).toList();
      default -> operations;
    };
  }

  private static Operation bare(Operation operation) {
    return operation instanceof ChangeDocument change
        ? new ChangeDocument(change.document(), List.of(), change.changes())
        : operation;
  }
}
