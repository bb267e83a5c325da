package io.twophase.domain.account;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;

/**
 * What an account is after a request of a batch, by the rules of {@link AccountRanges}; none where
 * the request matches nothing, or only looks. Each request is one compare-and-set, also where it
 * names no figures of the hold that it ends: those are the hold's own.
 *
 * @param batch whose request it is
 * @param account as it is before
 * @param limit how many holds an account may have at a time
 */
public record RangeChange(BatchId batch, Account account, HoldLimit limit)
    implements RangeRequest.Cases<Option<Account>> {

  @Override
  public Option<Account> hold(RangeRequest.Hold request) {
    RangeHold asked = new RangeHold(batch, request.epoch(), request.range());
    return AccountRanges.hold(account, asked, request.currency(), limit).toOption();
  }

  @Override
  public Option<Account> look(RangeRequest.Look request) {
    return Option.none();
  }

  @Override
  public Option<Account> stamp(RangeRequest.Stamp request) {
    return AccountRanges.stamp(account, request.read(), request.epoch()).toOption();
  }

  @Override
  public Option<Account> settle(RangeRequest.Settle request) {
    return AccountRanges.at(account, batch, request.epoch())
        .flatMap(hold -> AccountRanges.settle(account, hold, request.net()).toOption());
  }

  @Override
  public Option<Account> release(RangeRequest.Release request) {
    return account
        .ranges()
        .get(batch)
        .flatMap(hold -> AccountRanges.release(account, hold).toOption());
  }

  @Override
  public Option<Account> withdraw(RangeRequest.Withdraw request) {
    return AccountRanges.at(account, batch, request.epoch())
        .flatMap(hold -> AccountRanges.release(account, hold).toOption());
  }
}
