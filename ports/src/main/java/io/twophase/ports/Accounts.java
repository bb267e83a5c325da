package io.twophase.ports;

import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import java.util.List;
import java.util.Optional;

/**
 * The accounts and the accounting periods of a store, beside what records hold of them: {@link
 * Holds}. No decision is made here. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each change touches one account or period, wholly or not at all, and is
 * guarded: the guard is checked and the change made in one step that nothing comes between. All may
 * be asked again: what is done already is not done twice.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface Accounts {

  /** The number of names that {@link #periods} answers at most. */
  int MOST_AT_ONCE = 500;

  /** The collection whose documents are the accounts: {@link Holds#scan} shows them all. */
  CollectionName collection();

  /**
   * Opens accounts; answers come in the order asked. One that is there with the same figures is
   * {@code AlreadyOpen}, whatever has happened to it since; with other figures it is refused as
   * {@code OpenedDifferently}. An element without an answer is in doubt.
   */
  List<OpenOutcome> open(List<Opening> openings);

  /** Freezes, unfreezes or closes an account, as {@code Account.change} says. */
  StatusOutcome change(AccountId id, StatusChange change);

  /**
   * The names of the documents that say whether they are open, in the order of the names; at most
   * {@link #MOST_AT_ONCE}. A placeholder is none of them.
   *
   * @param after only those behind this one
   */
  List<PeriodName> periods(Optional<PeriodName> after);

  /**
   * Changes whether a period takes new postings, as {@code change} says, by the store's clock; the
   * holds that it has stay. Not matched if it is not in the state for it, or not there.
   *
   * @param why for people; what was said before is replaced
   */
  MatchOutcome changePeriod(PeriodName period, PostingsChange change, Optional<String> why);
}
