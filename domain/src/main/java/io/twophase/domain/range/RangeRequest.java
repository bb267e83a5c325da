package io.twophase.domain.range;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import java.util.Currency;

/** What a worker of a batch asks of one account: one guarded write, or a read. */
public sealed interface RangeRequest {

  /** The account. */
  AccountId account();

  /** What {@code cases} says of this request. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of request.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Set a range aside. */
    T hold(Hold request);

    /** Read the account. */
    T look(Look request);

    /** Raise the hold that was read to an epoch. */
    T stamp(Stamp request);

    /** Move the balance, and give back the rest of the hold of exactly that epoch. */
    T settle(Settle request);

    /** Give back the batch's hold, of whatever epoch. */
    T release(Release request);

    /** Give back the batch's hold of exactly that epoch, which was one's own and is over. */
    T withdraw(Withdraw request);
  }

  /** Set a range aside, at an epoch. A count of 0 says that it is not held, and not why. */
  record Hold(AccountId account, Epoch epoch, Range range, Currency currency)
      implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.hold(this);
    }
  }

  /** Read the account, as a majority has it and no older than what was answered before. */
  record Look(AccountId account, Currency currency) implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.look(this);
    }
  }

  /** Raise the hold that was read to {@code epoch}, where it is still as it was read. */
  record Stamp(AccountId account, RangeHold read, Epoch epoch) implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stamp(this);
    }
  }

  /**
   * Move the balance by {@code net} and give back the rest of the batch's hold at exactly {@code
   * epoch}. Not matched means that no hold of that epoch is there, by a count on the batch and the
   * epoch alone (rule 18).
   */
  record Settle(AccountId account, Epoch epoch, long net) implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.settle(this);
    }
  }

  /** Give back the batch's hold, of whatever epoch. Not matched means that none is there. */
  record Release(AccountId account) implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.release(this);
    }
  }

  /** Give back the batch's hold of exactly {@code epoch}. Not matched means that none is there. */
  record Withdraw(AccountId account, Epoch epoch) implements RangeRequest {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.withdraw(this);
    }
  }
}
