package io.twophase.test.forwarding;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Consumer;

/** Accounts that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingAccounts implements AccountRepository {

  private final AccountRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingAccounts(AccountRepository sound) {
    this.sound = sound;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return sound.open(openings);
  }

  @Override
  public List<AccountLookup> find(List<AccountId> ids) {
    return sound.find(ids);
  }

  @Override
  public AccountLookup findLatest(AccountId id) {
    return sound.findLatest(id);
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    sound.scan(consumer);
  }

  @Override
  public void scanHeld(Consumer<AccountLookup> consumer) {
    sound.scanHeld(consumer);
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return sound.change(id, change);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    return sound.hold(legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return sound.stamp(legs);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return sound.settle(legs);
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return sound.release(legs);
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return sound.withdraw(legs);
  }
}
