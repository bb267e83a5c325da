package io.twophase.domain.account;

import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.HoldLimit;
import io.vavr.control.Option;
import java.util.List;

/** What an account asks of a new hold: named rules in the order in which they answer. */
final class HoldRules {

  private interface Rule {
    Option<HoldRefusal> refusal(Account account, AccountOperation operation, HoldLimit limit);
  }

  private static final Rule IS_NOT_CLOSED =
      (account, operation, limit) ->
          account.status() == AccountStatus.CLOSED
              ? Option.some(new HoldRefusal.AccountClosed(account.id()))
              : Option.none();

  private static final Rule IS_NOT_FROZEN =
      (account, operation, limit) ->
          account.status() == AccountStatus.FROZEN
              ? Option.some(new HoldRefusal.AccountFrozen(account.id()))
              : Option.none();

  private static final Rule KEEPS_THE_CURRENCY =
      (account, operation, limit) ->
          !account.currency().equals(operation.amount().currency())
              ? Option.some(
                  new HoldRefusal.CurrencyMismatch(
                      account.id(), account.currency(), operation.amount().currency()))
              : Option.none();

  private static final Rule HAS_IT_AVAILABLE =
      (account, operation, limit) ->
          operation.fold(
              debit ->
                  debit.atMost()
                      ? Option.when(
                          account.available() <= 0,
                          () -> new HoldRefusal.NothingAvailable(account.id(), debit.amount()))
                      : Option.when(
                          account.available() < debit.amount().minor(),
                          () ->
                              new HoldRefusal.InsufficientFunds(
                                  account.id(),
                                  account.money(account.available()),
                                  debit.amount())),
              credit -> Option.none());

  private static final Rule CAN_RECEIVE_IT =
      (account, operation, limit) ->
          operation.fold(
              debit -> Option.none(),
              credit ->
                  Option.when(
                      account.receivable() < credit.amount().minor(),
                      () ->
                          new HoldRefusal.CeilingReached(
                              account.id(), account.money(account.receivable()), credit.amount())));

  // the last: what is refused for good need not wait for other holds to end
  private static final Rule HAS_ROOM =
      (account, operation, limit) ->
          account.holdCount() >= limit.holds()
              ? Option.some(new HoldRefusal.AccountBusy(account.id(), account.holdCount()))
              : Option.none();

  private static final List<Rule> IN_ORDER =
      List.of(
          IS_NOT_CLOSED,
          IS_NOT_FROZEN,
          KEEPS_THE_CURRENCY,
          HAS_IT_AVAILABLE,
          CAN_RECEIVE_IT,
          HAS_ROOM);

  private HoldRules() {}

  static Option<HoldRefusal> refusal(Account account, AccountOperation operation, HoldLimit limit) {
    for (Rule rule : IN_ORDER) {
      Option<HoldRefusal> refusal = rule.refusal(account, operation, limit);
      if (refusal.isDefined()) {
        return refusal;
      }
    }
    return Option.none();
  }
}
