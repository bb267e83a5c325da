package io.twophase.app.simulation.planted;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.List;
import java.util.function.Consumer;

/** A planted fault: holds debits though not enough is available. */
public final class LavishHolds extends ForwardingAccounts {

  private static final long LAVISH = 1_000;

  public LavishHolds(AccountRepository sound) {
    super(sound);
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return super.open(openings.stream().map(opening -> overdrawnBy(LAVISH, opening)).toList());
  }

  @Override
  public List<AccountLookup> find(List<AccountId> ids) {
    return super.find(ids).stream().map(LavishHolds::asIfNotLavish).toList();
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    super.scan(lookup -> consumer.accept(asIfNotLavish(lookup)));
  }

  @Override
  public void scanHeld(Consumer<AccountLookup> consumer) {
    super.scanHeld(lookup -> consumer.accept(asIfNotLavish(lookup)));
  }

  private static Opening overdrawnBy(long more, Opening opening) {
    return new Opening(
        opening.id(),
        opening.balance(),
        opening.floor() - more,
        opening.ceiling(),
        opening.normal());
  }

  private static AccountLookup asIfNotLavish(AccountLookup lookup) {
    if (!(lookup instanceof AccountLookup.Found found)) {
      return lookup;
    }
    Account account = found.account();
    return new AccountLookup.Found(
        new Account(
            overdrawnBy(-LAVISH, account.opening()),
            account.balance(),
            account.available() - LAVISH,
            account.receivable(),
            account.status(),
            account.holds()));
  }
}
