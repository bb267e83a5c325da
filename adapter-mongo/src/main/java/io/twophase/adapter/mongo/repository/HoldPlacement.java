package io.twophase.adapter.mongo.repository;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Batches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Places holds: one command where all guards hold. Where some do not, the command tells only how
 * many, so the accounts are read and say which, and why. An account may have changed in between so
 * that it would take the hold now; then that hold is sent again, on its own. That is no breach of
 * rule 4: the one before was answered, and is not there.
 */
final class HoldPlacement {

  /** How often a hold is sent again that its account says it would take. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final AccountReader accounts;
  private final AccountCodec codec;

  HoldPlacement(Writes writes, AccountReader accounts, AccountCodec codec) {
    this.writes = writes;
    this.accounts = accounts;
    this.codec = codec;
  }

  List<HoldOutcome> place(List<Leg> legs) {
    Option<Integer> matched = writes.update(legs.stream().map(AccountUpdates::hold).toList());
    if (matched.isEmpty()) {
      return Batches.all(legs, HoldOutcome.inDoubt());
    }
    return matched.get() == legs.size()
        ? Batches.all(legs, HoldOutcome.held())
        : explained(legs, matched.get() > 0);
  }

  private List<HoldOutcome> explained(List<Leg> legs, boolean someMatched) {
    Option<Map<AccountId, StoredAccount>> seen =
        Resolving.read(() -> accounts.byId(legs.stream().map(Leg::account).toList()));
    if (seen.isEmpty()) {
      return Batches.all(legs, HoldOutcome.inDoubt());
    }
    List<Option<HoldOutcome>> known = HoldReplay.of(legs, seen.get(), someMatched);
    List<HoldOutcome> outcomes = new ArrayList<>(legs.size());
    boolean cut = false;
    for (int at = 0; at < legs.size(); at++) {
      Leg leg = legs.get(at);
      HoldOutcome outcome = known.get(at).getOrElse(HoldOutcome.inDoubt());
      if (known.get(at).isEmpty() && !cut) {
        outcome = again(leg, Option.of(seen.get().get(leg.account())));
        cut = outcome instanceof HoldOutcome.InDoubt;
      }
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private HoldOutcome again(Leg leg, Option<StoredAccount> first) {
    Option<StoredAccount> stored = first;
    for (int tries = 0; tries < TRIES; tries++) {
      Option<Integer> matched = adoptedAndHeld(leg, stored);
      if (matched.isEmpty()) {
        return HoldOutcome.inDoubt();
      }
      if (matched.get() > 0) {
        return HoldOutcome.held();
      }
      Option<Map<AccountId, StoredAccount>> seen =
          Resolving.read(() -> accounts.byId(List.of(leg.account())));
      if (seen.isEmpty()) {
        return HoldOutcome.inDoubt();
      }
      Option<HoldOutcome> outcome = HoldReplay.of(List.of(leg), seen.get(), false).get(0);
      if (outcome.isDefined()) {
        return outcome.get();
      }
      stored = Option.of(seen.get().get(leg.account()));
    }
    throw new StoreException(
        "account "
            + leg.account()
            + " refused a hold of "
            + leg.operation().amount()
            + " "
            + TRIES
            + " times, and its figures allow it");
  }

  private Option<Integer> adoptedAndHeld(Leg leg, Option<StoredAccount> stored) {
    return Resolving.write(
        () -> {
          if (stored.getOrNull() instanceof StoredAccount.Tutorial tutorial
              && adopt(tutorial).isEmpty()) {
            return Option.none();
          }
          return writes.update(List.of(AccountUpdates.hold(leg)));
        });
  }

  /**
   * Makes a tutorial's account one of this software's, if it is as it was read.
   *
   * @return whether it was; nothing if that is in doubt
   */
  Option<Boolean> adopt(StoredAccount.Tutorial tutorial) {
    return writes
        .update(List.of(AccountUpdates.adopt(tutorial.document(), codec.encode(tutorial.read()))))
        .map(matched -> matched == 1);
  }
}
