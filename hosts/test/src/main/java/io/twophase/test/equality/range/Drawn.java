package io.twophase.test.equality.range;

import static io.twophase.domain.testing.Fixtures.USD;

import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;

/**
 * A request as it is drawn. What it comes to depends on what the account is by then: a settle moves
 * what its hold allows, and a stamp names a hold that may be there.
 *
 * @param share of what the account has, or of the range, in a hundred
 * @param turn which of the ways of asking it is, from 0 to 3
 */
record Drawn(
    Kind kind, BatchId batch, AccountId account, Epoch epoch, Range range, int share, int turn) {

  enum Kind {
    HOLD,
    STAMP,
    SETTLE,
    RELEASE,
    WITHDRAW,
    LOOK
  }

  RangeCall call(Option<Account> stored) {
    Option<RangeHold> there = stored.flatMap(found -> found.ranges().get(batch));
    return new RangeCall(batch, request(stored, there), held(there));
  }

  /** A caller may know of the hold, or of one that is gone, or of nothing. */
  private Option<Range> held(Option<RangeHold> there) {
    return switch (turn) {
      case 0, 1 -> there.map(RangeHold::range);
      case 2 -> Option.some(range);
      default -> Option.none();
    };
  }

  private RangeRequest request(Option<Account> stored, Option<RangeHold> there) {
    return switch (kind) {
      case HOLD -> new RangeRequest.Hold(account, epoch, asked(stored), USD);
      case STAMP -> new RangeRequest.Stamp(account, read(there), epoch);
      case SETTLE -> new RangeRequest.Settle(account, at(there), net(there));
      case RELEASE -> new RangeRequest.Release(account);
      case WITHDRAW -> new RangeRequest.Withdraw(account, at(there));
      case LOOK -> new RangeRequest.Look(account, USD);
    };
  }

  /** Small amounts, or about as much as there is. */
  private Range asked(Option<Account> stored) {
    if (turn > 1 || stored.isEmpty()) {
      return range;
    }
    Account account = stored.get();
    return new Range(
        part(account.available()),
        turn == 0 ? range.credit() : part(account.receivable()),
        Option.when(share < 70, account::available),
        Option.when(share < 40, account::receivable));
  }

  private long part(long bound) {
    return share > 90 ? bound : bound / 100 * share;
  }

  private Epoch at(Option<RangeHold> there) {
    return turn == 3 ? epoch : there.map(RangeHold::epoch).getOrElse(epoch);
  }

  /** As it is, most often; else another one. */
  private RangeHold read(Option<RangeHold> there) {
    return turn == 3 || there.isEmpty() ? new RangeHold(batch, Epoch.FIRST, range) : there.get();
  }

  private long net(Option<RangeHold> there) {
    Range held = there.map(RangeHold::range).getOrElse(range);
    return share < 50 ? -(held.debit() / 50 * share) : held.credit() / 50 * (share - 50);
  }
}
