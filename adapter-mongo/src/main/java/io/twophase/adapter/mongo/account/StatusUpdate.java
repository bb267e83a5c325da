package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Resolving;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.bson.BsonDocument;

/**
 * Changes an account's status: one command where the guard holds, else the account says why not.
 */
final class StatusUpdate {

  /** How often a change is sent again that the account says it would take. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final AccountReader accounts;
  private final AccountCodec codec;
  private final HoldPlacement adoption;

  StatusUpdate(Writes writes, AccountReader accounts, AccountCodec codec, HoldPlacement adoption) {
    this.writes = writes;
    this.accounts = accounts;
    this.codec = codec;
    this.adoption = adoption;
  }

  StatusOutcome change(AccountId id, StatusChange change) {
    Option<Option<BsonDocument>> changed = writes.updateAndGet(AccountUpdates.change(id, change));
    for (int tries = 0; tries < TRIES; tries++) {
      if (changed.isEmpty()) {
        return new StatusOutcome.InDoubt();
      }
      if (changed.get().isDefined()) {
        return new StatusOutcome.Changed(whole(id, changed.get().get()));
      }
      Option<Option<StoredAccount>> seen = Resolving.read(() -> accounts.byId(id));
      if (seen.isEmpty()) {
        return new StatusOutcome.InDoubt();
      }
      Option<StatusOutcome> outcome = judged(id, change, seen.get());
      if (outcome.isDefined()) {
        return outcome.get();
      }
      changed = again(id, change, seen.get().get());
    }
    throw new StoreException(
        "account "
            + id
            + " refused to "
            + change
            + " "
            + TRIES
            + " times, and its figures allow it");
  }

  private Option<Option<BsonDocument>> again(
      AccountId id, StatusChange change, StoredAccount stored) {
    return Resolving.write(
        () -> {
          if (stored instanceof StoredAccount.Tutorial tutorial
              && adoption.adopt(tutorial).isEmpty()) {
            return Option.none();
          }
          return writes.updateAndGet(AccountUpdates.change(id, change));
        });
  }

  /** What the account says of the change; nothing if it would make it. */
  private static Option<StatusOutcome> judged(
      AccountId id, StatusChange change, Option<StoredAccount> stored) {
    if (stored.isEmpty()) {
      return Option.some(new StatusOutcome.Refused(new StatusRefusal.NotFound(id)));
    }
    Account account = readable(id, stored.get());
    Either<StatusRefusal, Account> answer = account.change(change);
    if (answer.isLeft()) {
      return Option.some(new StatusOutcome.Refused(answer.getLeft()));
    }
    boolean isSo = answer.get().equals(account) && stored.get() instanceof StoredAccount.Current;
    return Option.when(isSo, () -> new StatusOutcome.Changed(account));
  }

  private Account whole(AccountId id, BsonDocument changed) {
    return readable(id, codec.decode(changed));
  }

  private static Account readable(AccountId id, StoredAccount stored) {
    if (stored instanceof StoredAccount.Unreadable unreadable) {
      throw new StoreException("account " + id + " cannot be read: " + unreadable.fault());
    }
    return stored.account().get();
  }
}
