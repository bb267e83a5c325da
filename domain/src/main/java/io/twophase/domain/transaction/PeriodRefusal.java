package io.twophase.domain.transaction;

import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.account.Period;
import io.twophase.domain.document.Guard;
import io.twophase.domain.value.Value;
import java.util.Optional;

/**
 * A period refuses a posting, or a change of the period. The record of a posting keeps the refusal
 * of the period's document.
 *
 * <p>Then: open or reopen the period, or take another; ask under a new id.
 */
public sealed interface PeriodRefusal extends CancelReason {

  /** The words of a refused check for the field of a period that is not open. */
  String NOT_OPEN = new Value.Bool(false).words();

  /** Returns which period. */
  PeriodName period();

  /** The period is closed, or is being closed. */
  @Line("period %s is closed: it takes no postings")
  record PeriodClosed(PeriodName period) implements PeriodRefusal {}

  /** There is no such period. */
  @Line("there is no period %s")
  record NoSuchPeriod(PeriodName period) implements PeriodRefusal {}

  /**
   * Returns the meaning of a document's refusal, if it is a period's: that it is closed, or not
   * there.
   */
  static Optional<PeriodRefusal> of(DocumentRefusal refusal) {
    if (refusal instanceof DocumentRefusal.GuardFailed failed
        && failed.field().equals(Period.OPEN)
        && !failed.expected().equals(Guard.Unchanged.EXPECTED)
        && failed.found().equals(NOT_OPEN)) {
      return Period.name(failed.document()).map(PeriodClosed::new);
    }
    return refusal instanceof DocumentRefusal.NoSuchDocument absent
        ? Period.name(absent.document()).map(NoSuchPeriod::new)
        : Optional.empty();
  }
}
