package io.twophase.adapter.inmemory.planted;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.testing.Fixtures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Account repositories that each break one promise. */
final class PlantedAccounts {

  private PlantedAccounts() {}

  /** Breaks the fence: it settles whatever the transaction holds. */
  static final class SettleIgnoresTheEpoch extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> settle(List<Leg> legs) {
      return sound.settle(legs.stream().map(leg -> atTheHeldEpoch(this, leg)).toList());
    }
  }

  /** Holds one unit where there is nothing, and says that too little is there. */
  static final class AtMostAsksForOneAtLeast extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      return legs.stream().map(this::hold).toList();
    }

    private AccountHoldOutcome hold(Leg leg) {
      if (!(leg.operation() instanceof Debit asked) || !asked.atMost()) {
        return sound.hold(List.of(leg)).get(0);
      }
      long there = account(leg.account()).map(Account::available).getOrElse(0L);
      Debit part = asked.of(Math.max(1, Math.min(there, asked.amount().minor())));
      AccountHoldOutcome outcome =
          sound.hold(List.of(new Leg(leg.transaction(), leg.epoch(), part))).get(0);
      return outcome instanceof AccountHoldOutcome.Held ? AccountHoldOutcome.held(part) : outcome;
    }
  }

  /** Releases a debit that took as much as there was only if that was all that was asked for. */
  static final class AtMostIsReleasedWhole extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> release(List<Leg> legs) {
      return sound.release(legs.stream().map(AtMostIsReleasedWhole::whole).toList());
    }

    private static Leg whole(Leg leg) {
      return leg.operation() instanceof Debit debit
          ? new Leg(leg.transaction(), leg.epoch(), debit.of(debit.amount().minor()))
          : leg;
    }
  }

  /** Opens an account that has to keep a balance as one that may be emptied. */
  static final class OpenForgetsTheFloor extends OverSoundAccounts {
    @Override
    public List<OpenOutcome> open(List<Opening> openings) {
      return sound.open(openings.stream().map(OpenForgetsTheFloor::withoutAFloor).toList());
    }

    private static Opening withoutAFloor(Opening of) {
      return new Opening(of.id(), of.balance(), Math.min(0, of.floor()), of.ceiling(), of.normal());
    }
  }

  /** Shows every account as credit-normal. */
  static final class FindForgetsTheNormalDirection extends OverSoundAccounts {
    @Override
    public List<AccountLookup> find(List<AccountId> ids) {
      return sound.find(ids).stream().map(FindForgetsTheNormalDirection::turned).toList();
    }

    private static AccountLookup turned(AccountLookup lookup) {
      if (!(lookup instanceof AccountLookup.Found found)) {
        return lookup;
      }
      Account account = found.account();
      Opening of = account.opening();
      return new AccountLookup.Found(
          new Account(
              new Opening(of.id(), of.balance(), of.floor(), of.ceiling(), Direction.CREDIT),
              account.balance(),
              account.available(),
              account.receivable(),
              account.status(),
              account.holds()));
    }
  }

  /** Answers what was the latest once. */
  static final class LatestIsRemembered extends OverSoundAccounts {
    private final Map<AccountId, AccountLookup> remembered = new HashMap<>();

    @Override
    public AccountLookup findLatest(AccountId id) {
      return remembered.computeIfAbsent(id, sound::findLatest);
    }
  }

  /** Takes back what another's decision counts on. */
  static final class WithdrawIgnoresTheEpoch extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> withdraw(List<Leg> legs) {
      return sound.release(legs);
    }
  }

  /** Leaves behind what a canceled transaction holds at another epoch. */
  static final class ReleaseNeedsTheEpoch extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> release(List<Leg> legs) {
      return sound.withdraw(legs);
    }
  }

  /** Answers that a hold is placed without having looked at what is available. */
  static final class HoldIgnoresWhatIsAvailable extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof AccountHoldOutcome.Refused
                      ? AccountHoldOutcome.held()
                      : outcome)
          .toList();
    }
  }

  /** Takes a hold that is there for the one that was asked. */
  static final class HoldIgnoresTheHoldThatIsThere extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof AccountHoldOutcome.AlreadyHeld
                      ? AccountHoldOutcome.held()
                      : outcome)
          .toList();
    }
  }

  /** Says of a hold that is there that it is for what was asked, whatever it is for. */
  static final class HoldKnowsIdAndEpochOnly extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      List<AccountHoldOutcome> outcomes = new ArrayList<>(sound.hold(legs));
      for (int at = 0; at < legs.size(); at++) {
        if (outcomes.get(at) instanceof AccountHoldOutcome.AlreadyHeld already) {
          outcomes.set(
              at, new AccountHoldOutcome.AlreadyHeld(already.epoch(), legs.get(at).operation()));
        }
      }
      return outcomes;
    }
  }

  /** Stamps whatever the transaction holds. */
  static final class StampKnowsTheIdOnly extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> stamp(List<Leg> legs) {
      return sound.stamp(legs.stream().map(leg -> asItIsHeld(this, leg)).toList());
    }
  }

  /** Settles whatever the transaction holds at the epoch. */
  static final class SettleKnowsIdAndEpochOnly extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> settle(List<Leg> legs) {
      return sound.settle(legs.stream().map(leg -> asItIsHeld(this, leg)).toList());
    }
  }

  /** Settles all that is held, whatever was captured. */
  static final class SettleMovesAllThatIsHeld extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> settle(List<Leg> legs) {
      return sound.settle(
          legs.stream()
              .map(leg -> new Leg(leg.transaction(), leg.epoch(), leg.operation()))
              .toList());
    }
  }

  /** Releases whatever the transaction holds. */
  static final class ReleaseKnowsTheIdOnly extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> release(List<Leg> legs) {
      return sound.release(legs.stream().map(leg -> asItIsHeld(this, leg)).toList());
    }
  }

  /** Makes the changes of a call in the order that suits it. */
  static final class HoldHasAnOrderOfItsOwn extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      List<Leg> reversed = new ArrayList<>(legs);
      Collections.reverse(reversed);
      List<AccountHoldOutcome> outcomes = new ArrayList<>(sound.hold(reversed));
      Collections.reverse(outcomes);
      return outcomes;
    }
  }

  /** Holds all legs of an account or none of them. */
  static final class HoldIsAllOrNothingPerAccount extends OverSoundAccounts {
    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      List<AccountHoldOutcome> outcomes = new ArrayList<>(sound.hold(legs));
      Map<Object, AccountHoldOutcome> refused = new HashMap<>();
      for (int at = 0; at < legs.size(); at++) {
        if (outcomes.get(at) instanceof AccountHoldOutcome.Refused) {
          refused.putIfAbsent(legs.get(at).account(), outcomes.get(at));
        }
      }
      for (int at = 0; at < legs.size(); at++) {
        AccountHoldOutcome refusal = refused.get(legs.get(at).account());
        if (refusal != null && outcomes.get(at).equals(AccountHoldOutcome.held())) {
          sound.release(List.of(legs.get(at)));
          outcomes.set(at, refusal);
        }
      }
      return outcomes;
    }
  }

  /** Looks first and writes then, and answers by what it saw. */
  static final class HoldIsNotAtomic extends OverSoundAccounts {
    private static final long LONG_ENOUGH_MILLIS = 200;
    private final CountDownLatch twoHaveLooked = new CountDownLatch(2);

    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      boolean present =
          legs.stream()
              .anyMatch(
                  leg ->
                      account(leg.account())
                          .exists(account -> account.holds().containsKey(leg.transaction())));
      if (present) {
        return sound.hold(legs);
      }
      twoHaveLooked.countDown();
      awaitAnother();
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof AccountHoldOutcome.AlreadyHeld
                      ? AccountHoldOutcome.held()
                      : outcome)
          .toList();
    }

    private void awaitAnother() {
      try {
        boolean unused = twoHaveLooked.await(LONG_ENOUGH_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Raises a hold to the epoch it has already. */
  static final class StampMatchesTheSameEpoch extends OverSoundAccounts {
    @Override
    public List<MatchOutcome> stamp(List<Leg> legs) {
      List<MatchOutcome> outcomes = new ArrayList<>();
      for (Leg leg : legs) {
        MatchOutcome outcome = sound.stamp(List.of(leg)).get(0);
        boolean same = leg.equals(atTheHeldEpoch(this, leg));
        outcomes.add(same ? MatchOutcome.MATCHED : outcome);
      }
      return outcomes;
    }
  }

  /** Sorts as Java compares strings, which is not by code point. */
  static final class ScanIsInTheOrderOfUtf16 extends OverSoundAccounts {
    @Override
    public void scan(Consumer<AccountLookup> consumer) {
      List<AccountLookup> seen = new ArrayList<>();
      sound.scan(seen::add);
      seen.sort(
          Comparator.comparing(lookup -> ((AccountLookup.Found) lookup).account().id().value()));
      seen.forEach(consumer);
    }
  }

  /** Misses an account that has a hold. */
  static final class ScanHeldForgetsTheFirst extends OverSoundAccounts {
    @Override
    public void scanHeld(Consumer<AccountLookup> consumer) {
      List<AccountLookup> seen = new ArrayList<>();
      sound.scanHeld(seen::add);
      seen.stream().skip(1).forEach(consumer);
    }
  }

  /** Shows accounts that have no hold. */
  static final class ScanHeldShowsAll extends OverSoundAccounts {
    @Override
    public void scanHeld(Consumer<AccountLookup> consumer) {
      sound.scan(consumer);
    }
  }

  /** Shows the balance of a debit before it is settled. */
  static final class FindIsNotWhole extends OverSoundAccounts {
    @Override
    public List<AccountLookup> find(List<AccountId> ids) {
      return sound.find(ids).stream().map(FindIsNotWhole::torn).toList();
    }

    private static AccountLookup torn(AccountLookup lookup) {
      if (!(lookup instanceof AccountLookup.Found found) || found.account().holds().isEmpty()) {
        return lookup;
      }
      Account whole = found.account();
      return new AccountLookup.Found(
          new Account(
              whole.opening(),
              whole.balance(),
              whole.available(),
              whole.receivable(),
              whole.status(),
              io.vavr.collection.HashMap.empty()));
    }
  }

  private static Leg atTheHeldEpoch(OverSoundAccounts accounts, Leg leg) {
    Epoch held =
        accounts
            .account(leg.account())
            .flatMap(account -> account.holds().get(leg.transaction()))
            .map(Hold::epoch)
            .getOrElse(Fixtures.epoch(0));
    return new Leg(leg.transaction(), held, leg.operation());
  }

  private static Leg asItIsHeld(OverSoundAccounts accounts, Leg leg) {
    AccountOperation held =
        accounts
            .account(leg.account())
            .flatMap(account -> account.holds().get(leg.transaction()).map(account::operation))
            .getOrElse(leg.operation());
    return new Leg(leg.transaction(), leg.epoch(), held);
  }
}
