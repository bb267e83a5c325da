package io.twophase.ports;

import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.List;

/**
 * Accounting periods, beside what transactions do with their documents: which there are, and that
 * one takes no new postings while those that were begun are seen through. Any number of processes
 * may use one store at the same time.
 *
 * <p><b>No decision is made here.</b> Postings hold a period's document by checks, which nothing
 * here asks for or ends; that a period is closed is decided by a transaction. What is changed here
 * only keeps new checks out, or lets them in. Without it, a transaction that closes a period might
 * wait for ever, because there is always one more posting.
 *
 * <p><b>Atomicity.</b> Each change touches one document, wholly or not at all, and is guarded: the
 * guard is checked and the change made in one step that nothing comes between.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface PeriodRepository {

  /** How many names {@link #names} answers at most. */
  int MOST_AT_ONCE = 500;

  /**
   * The names of the documents that say whether they are open, in the order of the names; at most
   * {@link #MOST_AT_ONCE}. A placeholder is none of them.
   *
   * @param after only those behind this one
   */
  List<PeriodName> names(Option<PeriodName> after);

  /**
   * Has an open period take no new postings from now on, by the store's clock, as {@code
   * Period.stopped} says; the holds that it has stay. Not matched if it is not open, or not there.
   * May be asked again.
   *
   * @param why for people; what was said before is replaced
   */
  MatchOutcome stopPostings(PeriodName period, Option<String> why);

  /**
   * Has a period that is being closed take postings again, as {@code Period.resumed} says. Not
   * matched if it is not being closed. May be asked again.
   *
   * @param why for people; what was said before is replaced
   */
  MatchOutcome resumePostings(PeriodName period, Option<String> why);
}
