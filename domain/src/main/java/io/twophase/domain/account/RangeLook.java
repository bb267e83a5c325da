package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.RangeHold;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.function.Function;

/** What was seen of an account, as a majority has it: the first of these that is so. */
public sealed interface RangeLook {

  /** What the function for this look says. */
  <T> T fold(
      Function<? super Held, ? extends T> held,
      Function<? super Never, ? extends T> never,
      Function<? super Full, ? extends T> full,
      Function<? super Bounds, ? extends T> bounds);

  /** What a batch sees of an account, or of none. */
  static RangeLook of(
      AccountId id, Option<Account> stored, BatchId batch, Currency currency, HoldLimit limit) {
    return stored
        .map(account -> of(account, batch, currency, limit))
        .getOrElse(() -> new Never(new HoldRefusal.NoSuchAccount(id)));
  }

  private static RangeLook of(Account account, BatchId batch, Currency currency, HoldLimit limit) {
    return account
        .ranges()
        .get(batch)
        .<RangeLook>map(Held::new)
        .orElse(() -> AccountRanges.refusal(account, currency).map(Never::new))
        .getOrElse(
            () ->
                account.holdCount() >= limit.holds()
                    ? new Full()
                    : new Bounds(account.available(), account.receivable()));
  }

  /** The batch holds a range of it, of whatever epoch. */
  record Held(RangeHold hold) implements RangeLook {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Never, ? extends T> never,
        Function<? super Full, ? extends T> full,
        Function<? super Bounds, ? extends T> bounds) {
      return held.apply(this);
    }
  }

  /** It takes no hold of the batch: it is missing, closed, frozen, or of another currency. */
  record Never(HoldRefusal reason) implements RangeLook {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Never, ? extends T> never,
        Function<? super Full, ? extends T> full,
        Function<? super Bounds, ? extends T> bounds) {
      return never.apply(this);
    }
  }

  /** Others hold it, and keep out whoever comes. */
  record Full() implements RangeLook {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Never, ? extends T> never,
        Function<? super Full, ? extends T> full,
        Function<? super Bounds, ? extends T> bounds) {
      return full.apply(this);
    }
  }

  /** What may still be held out of it and into it, in minor units. */
  record Bounds(long available, long receivable) implements RangeLook {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Never, ? extends T> never,
        Function<? super Full, ? extends T> full,
        Function<? super Bounds, ? extends T> bounds) {
      return bounds.apply(this);
    }
  }
}
