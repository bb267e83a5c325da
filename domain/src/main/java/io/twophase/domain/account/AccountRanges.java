package io.twophase.domain.account;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Currency;

/**
 * What a batch may do to an account, as functions that answer with the changed account or say why
 * not. Each is one guarded write of the protocol. A hold is never changed but for its epoch, so
 * what is given back is always what was taken: the hold's own figures, and no others.
 */
public final class AccountRanges {

  private AccountRanges() {}

  /**
   * Sets a range aside: lowers both bounds, where the account is active and of that currency, has
   * both parts, has fewer holds than {@code limit}, and no hold of this batch, whatever its epoch.
   * A range that is less than was asked for is only placed where the bounds are no more than it
   * says, so that what it says is true.
   */
  public static Either<RangeAnswer, Account> hold(
      Account account, RangeHold asked, Currency currency, HoldLimit limit) {
    Option<RangeHold> present = account.ranges().get(asked.batch());
    if (present.isDefined()) {
      return Either.left(new RangeAnswer.Present(present.get()));
    }
    Option<HoldRefusal> refusal = refusal(account, currency);
    if (refusal.isDefined()) {
      return Either.left(new RangeAnswer.Refused(refusal.get()));
    }
    if (!fits(account, asked.range())) {
      return Either.left(new RangeAnswer.OtherBounds(account.available(), account.receivable()));
    }
    if (account.holdCount() >= limit.holds()) {
      return Either.left(new RangeAnswer.Busy());
    }
    return Either.right(
        with(
            account,
            account.balance(),
            account.available() - asked.range().debit(),
            account.receivable() - asked.range().credit(),
            account.ranges().put(asked.batch(), asked)));
  }

  /** Why the account takes no hold at all of a batch in that currency, if it takes none. */
  public static Option<HoldRefusal> refusal(Account account, Currency currency) {
    return switch (account.status()) {
      case CLOSED -> Option.some(new HoldRefusal.AccountClosed(account.id()));
      case FROZEN -> Option.some(new HoldRefusal.AccountFrozen(account.id()));
      case ACTIVE ->
          Option.when(
              !account.currency().equals(currency),
              () -> new HoldRefusal.CurrencyMismatch(account.id(), account.currency(), currency));
    };
  }

  private static boolean fits(Account account, Range range) {
    return account.available() >= range.debit()
        && account.receivable() >= range.credit()
        && range.had().forAll(had -> account.available() <= had)
        && range.could().forAll(could -> account.receivable() <= could);
  }

  /**
   * Raises the hold that was read to {@code epoch}, where it is there as it was read, and older.
   */
  public static Either<NoRange, Account> stamp(Account account, RangeHold read, Epoch epoch) {
    return isHeld(account, read) && read.epoch().olderThan(epoch)
        ? Either.right(
            with(
                account,
                account.balance(),
                account.available(),
                account.receivable(),
                account.ranges().put(read.batch(), read.at(epoch))))
        : none(account, read.batch());
  }

  /**
   * Moves the balance by {@code net} and gives back the rest of the hold, where exactly this hold
   * is there: the fence. Asks nothing of the status: what is decided happens.
   *
   * @param net what the decided members come to on this account, in minor units
   * @throws IllegalArgumentException if {@code net} is outside the hold's range
   */
  public static Either<NoRange, Account> settle(Account account, RangeHold hold, long net) {
    if (!hold.range().allows(net)) {
      throw new IllegalArgumentException("a settle of " + net + " by " + hold);
    }
    return isHeld(account, hold)
        ? Either.right(without(account, hold, net))
        : none(account, hold.batch());
  }

  /** Gives the hold back, where exactly this one is there: a release, or a withdrawal. */
  public static Either<NoRange, Account> release(Account account, RangeHold hold) {
    return isHeld(account, hold)
        ? Either.right(without(account, hold, 0))
        : none(account, hold.batch());
  }

  /** The hold of the batch at exactly that epoch, if there is one. */
  public static Option<RangeHold> at(Account account, BatchId batch, Epoch epoch) {
    return account.ranges().get(batch).filter(hold -> hold.epoch().equals(epoch));
  }

  private static boolean isHeld(Account account, RangeHold hold) {
    return account.ranges().get(hold.batch()).contains(hold);
  }

  private static Either<NoRange, Account> none(Account account, BatchId batch) {
    return Either.left(new NoRange(account.id(), batch));
  }

  private static Account without(Account account, RangeHold hold, long net) {
    return with(
        account,
        account.balance() + net,
        account.available() + hold.range().debit() + net,
        account.receivable() + hold.range().credit() - net,
        account.ranges().remove(hold.batch()));
  }

  private static Account with(
      Account account,
      long balance,
      long available,
      long receivable,
      Map<BatchId, RangeHold> ranges) {
    return new Account(
        account.opening(),
        balance,
        available,
        receivable,
        account.status(),
        account.holds(),
        account.documentHolds(),
        ranges);
  }
}
