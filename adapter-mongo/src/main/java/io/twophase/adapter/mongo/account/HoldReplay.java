package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What each hold of a call came to, told from the accounts as they were read after it: the holds
 * that are there are taken off the accounts, and the call is gone through again by the domain's own
 * rules. So a refusal names the figures as they were when its turn came; but only what is refused
 * without those holds that are yet to be sent again is refused for good.
 */
final class HoldReplay {

  private final Map<AccountId, StoredAccount> seen;
  private final Map<AccountId, Account> accounts = new HashMap<>();

  /** The same, with those holds on them that are to be sent again. */
  private final Map<AccountId, Account> expected = new HashMap<>();

  private final Set<Leg> placed = new HashSet<>();
  private final HoldLimit limit;

  private HoldReplay(Map<AccountId, StoredAccount> seen, HoldLimit limit) {
    this.seen = seen;
    this.limit = limit;
    seen.forEach((id, stored) -> stored.account().forEach(account -> accounts.put(id, account)));
  }

  /**
   * One outcome for each leg; nothing for one that is not there and that its account would take.
   *
   * @param mayBePlaced whether the call may have placed the leg at a place; then it counts as
   *     placed if it is there as asked
   */
  static List<Option<AccountHoldOutcome>> of(
      List<Leg> legs,
      Map<AccountId, StoredAccount> seen,
      IntPredicate mayBePlaced,
      HoldLimit limit) {
    HoldReplay replay = new HoldReplay(seen, limit);
    for (int place = 0; place < legs.size(); place++) {
      if (mayBePlaced.test(place)) {
        replay.takeOff(legs.get(place));
      }
    }
    List<Option<AccountHoldOutcome>> outcomes = new ArrayList<>(legs.size());
    legs.forEach(leg -> outcomes.add(replay.outcome(leg)));
    return outcomes;
  }

  private void takeOff(Leg leg) {
    Account account = accounts.get(leg.account());
    if (account != null && isThere(leg, account)) {
      placed.add(leg);
      accounts.put(
          leg.account(),
          account.withdraw(leg.transaction(), leg.epoch(), leg.operation()).getOrElse(account));
    }
  }

  /** Whether a leg is held exactly as it asks. */
  static boolean isThere(Leg leg, Account account) {
    return account
        .holds()
        .get(leg.transaction())
        .exists(
            hold ->
                hold.epoch().equals(leg.epoch())
                    && account.operation(hold).equals(leg.operation()));
  }

  private Option<AccountHoldOutcome> outcome(Leg leg) {
    Account account = accounts.get(leg.account());
    if (account == null) {
      return refused(unreadable(leg.account()));
    }
    Account atItsTurn = expected.getOrDefault(leg.account(), account);
    Either<HoldAnswer, Account> answer = held(leg, account);
    Either<HoldAnswer, Account> answerAtItsTurn = held(leg, atItsTurn);
    if (answer.isRight() || placed.contains(leg)) {
      expected.put(leg.account(), answerAtItsTurn.getOrElse(atItsTurn));
    }
    if (placed.remove(leg)) {
      accounts.put(leg.account(), answer.getOrElse(account));
      return Option.some(AccountHoldOutcome.held());
    }
    if (answer.isRight()) {
      return Option.none();
    }
    return answer
        .getLeft()
        .fold(
            present ->
                Option.some(new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held())),
            denied -> denied(leg, denied.refusal(), answerAtItsTurn));
  }

  private Option<AccountHoldOutcome> denied(
      Leg leg, HoldRefusal refusal, Either<HoldAnswer, Account> atItsTurn) {
    // those yet to be sent may be refused themselves: they may change the figures, not the reason
    HoldRefusal told =
        atItsTurn
            .swap()
            .toOption()
            .flatMap(HoldReplay::refusal)
            .filter(then -> then.kind().equals(refusal.kind()))
            .getOrElse(refusal);
    return present(leg).orElse(refused(told));
  }

  private static Option<HoldRefusal> refusal(HoldAnswer answer) {
    return answer.fold(present -> Option.none(), denied -> Option.some(denied.refusal()));
  }

  /** What was held before the call, and taken off as if by it, was there at every turn. */
  private Option<AccountHoldOutcome> present(Leg leg) {
    return Option.of(seen.get(leg.account()))
        .flatMap(StoredAccount::account)
        .flatMap(
            account ->
                account
                    .holds()
                    .get(leg.transaction())
                    .map(
                        hold ->
                            new AccountHoldOutcome.AlreadyHeld(
                                hold.epoch(), account.operation(hold))));
  }

  private Either<HoldAnswer, Account> held(Leg leg, Account account) {
    return account.hold(leg.transaction(), leg.epoch(), leg.operation(), limit);
  }

  private HoldRefusal unreadable(AccountId id) {
    return Option.of(seen.get(id))
        .<HoldRefusal>flatMap(
            stored ->
                stored.fold(
                    current -> Option.none(),
                    tutorial -> Option.none(),
                    fault -> Option.some(new HoldRefusal.AccountCorrupt(id, fault.fault()))))
        .getOrElse(() -> new HoldRefusal.NoSuchAccount(id));
  }

  private static Option<AccountHoldOutcome> refused(HoldRefusal refusal) {
    return Option.some(new AccountHoldOutcome.Refused(refusal));
  }
}
