package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountSighting;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Consumer;

/** A sound repository, for a planted one to do one thing differently. */
class ForwardingAccounts implements AccountRepository {

  final AccountRepository sound = new InMemoryAccountRepository();

  Option<Account> account(AccountId id) {
    return sound.find(List.of(id)).get(0) instanceof AccountSighting.Found found
        ? Option.some(found.account())
        : Option.none();
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return sound.open(openings);
  }

  @Override
  public List<AccountSighting> find(List<AccountId> ids) {
    return sound.find(ids);
  }

  @Override
  public void scan(Consumer<AccountSighting> consumer) {
    sound.scan(consumer);
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return sound.change(id, change);
  }

  @Override
  public List<HoldOutcome> hold(List<Leg> legs) {
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
