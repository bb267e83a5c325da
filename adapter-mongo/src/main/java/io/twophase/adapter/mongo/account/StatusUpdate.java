package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Changes an account's status: one command where the guard holds, else the account says why not.
 */
final class StatusUpdate {

  /** How often a change is sent again if it did not match although the account allows it. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final AccountReader accounts;
  private final AccountCodec codec;
  private final AccountAdoption adoption;

  StatusUpdate(
      Writes writes, AccountReader accounts, AccountCodec codec, AccountAdoption adoption) {
    this.writes = writes;
    this.accounts = accounts;
    this.codec = codec;
    this.adoption = adoption;
  }

  StatusOutcome change(AccountId id, StatusChange change) {
    return resolve(id, change, send(id, change), TRIES);
  }

  private Answer<Option<BsonDocument>> send(AccountId id, StatusChange change) {
    return writes.updateAndGet(AccountUpdates.change(id, change));
  }

  private StatusOutcome resolve(
      AccountId id, StatusChange change, Answer<Option<BsonDocument>> sent, int tries) {
    if (tries == 0) {
      throw new StoreException(
          "account "
              + id
              + " refused to "
              + change
              + " "
              + TRIES
              + " times, and its figures allow it");
    }
    return sent.fold(
        StatusOutcome.InDoubt::new,
        changed ->
            changed.isDefined()
                ? new StatusOutcome.Changed(whole(id, changed.get()))
                : explain(id, change, tries));
  }

  private StatusOutcome explain(AccountId id, StatusChange change, int tries) {
    return Answer.ofFollowUpRead(() -> accounts.confirmed(id, accounts.byId(id)))
        .fold(
            StatusOutcome.InDoubt::new,
            seen ->
                judged(id, change, seen)
                    .getOrElse(
                        () -> resolve(id, change, again(id, change, seen.get()), tries - 1)));
  }

  private Answer<Option<BsonDocument>> again(
      AccountId id, StatusChange change, StoredAccount stored) {
    return Answer.ofFollowUp(
        () ->
            stored.fold(
                current -> send(id, change),
                tutorial -> adoption.adopt(List.of(tutorial)).flatMap(adopted -> send(id, change)),
                unreadable -> send(id, change)));
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
    return stored.fold(
        StoredAccount.Current::read,
        StoredAccount.Tutorial::read,
        unreadable -> {
          throw new StoreException("account " + id + " cannot be read: " + unreadable.fault());
        });
  }
}
