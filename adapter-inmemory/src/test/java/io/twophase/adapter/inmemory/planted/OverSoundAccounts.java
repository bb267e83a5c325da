package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import io.vavr.control.Option;
import java.util.List;

/** A sound repository, for a planted one to do one thing differently. */
class OverSoundAccounts extends ForwardingAccounts {

  final AccountRepository sound;

  OverSoundAccounts() {
    this(new InMemoryAccountRepository(HoldLimit.DEFAULT));
  }

  private OverSoundAccounts(AccountRepository sound) {
    super(sound);
    this.sound = sound;
  }

  Option<Account> account(AccountId id) {
    return sound.find(List.of(id)).get(0) instanceof AccountLookup.Found found
        ? Option.some(found.account())
        : Option.none();
  }
}
