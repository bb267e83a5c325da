package io.twophase.ports;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.vavr.control.Either;
import java.util.List;
import java.util.function.Consumer;

/**
 * The sums of the records that retention removes, for each account. A pass writes it before it
 * removes them. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each change is a compare-and-set of one document, wholly or not at all.
 *
 * <p><b>Majority.</b> A change that is answered as matched cannot be undone. Reads show what a
 * majority of the store's servers has.
 *
 * <p><b>In doubt.</b> A change without an answer is answered in doubt: it may have taken effect, or
 * may yet.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface CarriedBalanceRepository {

  /**
   * Returns whether all that was ever removed was carried first. It is not where the store itself
   * has removed records.
   */
  boolean isComplete();

  /**
   * Returns what was carried of each account, in the order asked; {@link CarriedBalance#none} where
   * nothing was, and a line that names what cannot be read.
   */
  List<Either<String, CarriedBalance>> find(List<AccountId> accounts);

  /**
   * Stores balances, at most one of an account: each where the stored one has changed once less.
   *
   * @return for each, matched if it was stored by this call. Of several it may not be known which
   *     were: then all are answered as not matched
   */
  List<MatchOutcome> carry(List<CarriedBalance> changed);

  /**
   * Shows all, in the order of the accounts' ids; in place of one that cannot be read, a line that
   * names it.
   */
  void scan(Consumer<Either<String, CarriedBalance>> consumer);
}
