package io.twophase.app.statement;

import io.twophase.app.statement.PeriodOutcome.Changed;
import io.twophase.app.statement.PeriodOutcome.Refused;
import io.twophase.app.statement.PeriodOutcome.StillUndecided;
import io.twophase.app.statement.PeriodOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import java.util.List;

/** The outcome of a request to open, close or reopen a period. */
public sealed interface PeriodOutcome extends Cases.Of4<Changed, StillUndecided, Refused, Unknown> {

  /** Returns whether the period is as asked, by this request or from before. */
  default boolean isChanged() {
    return this instanceof Changed;
  }

  /**
   * Returns the period, as asked.
   *
   * @throws NotDoneException if it is refused, not known, or waits for undecided transactions; it
   *     has this outcome
   */
  default Period orElseThrow() {
    return fold(
        Changed::period,
        waits ->
            NotDoneException.raise(
                this,
                "period " + waits.name() + " waits for undecided transactions: " + waits.count()),
        refused ->
            NotDoneException.raise(
                this, "period " + refused.name() + " is not changed", refused.reason()),
        unknown -> NotDoneException.uncertain(this, "period " + unknown.name(), unknown.why()));
  }

  /** Returns which period. */
  PeriodName name();

  /**
   * The period is as asked.
   *
   * @param period as it is now
   * @param before whether it was so before this request, which has changed nothing then
   */
  record Changed(Period period, boolean before) implements PeriodOutcome {
    @Override
    public PeriodName name() {
      return period.name();
    }
  }

  /**
   * The period takes no new postings from now on, and is not closed yet: some that were begun in it
   * are undecided. Asking again goes on. Authorizations among them have to be captured, which they
   * can be, or voided. {@link Periods#reopen} takes it back.
   *
   * @param period as it is now
   * @param undecided transactions that it waits for, at most {@link Periods#MOST_NAMED}
   * @param count how many there are
   */
  record StillUndecided(Period period, List<TransactionId> undecided, int count)
      implements PeriodOutcome {

    /** Copies the names. */
    public StillUndecided {
      undecided = List.copyOf(undecided);
    }

    @Override
    public PeriodName name() {
      return period.name();
    }
  }

  /**
   * It is not changed, for this reason: {@code NoSuchPeriod}, {@code PeriodClosed} of one that is
   * to be opened and was closed, {@code PeriodUnreadable}; or why a transaction on its document was
   * refused.
   */
  record Refused(PeriodName name, Reason reason) implements PeriodOutcome {}

  /** Not known. Asking again resolves it. */
  record Unknown(PeriodName name, String why) implements PeriodOutcome {}
}
