package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.stored.AccountCodec;
import io.twophase.adapter.mongo.hold.stored.Seen;
import io.twophase.adapter.mongo.hold.write.Adoptions;
import io.twophase.adapter.mongo.hold.write.StatusWrites;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Target;
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
final class StatusRounds {

  /** How often a change is sent again if it did not match although the account allows it. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final TargetReads reads;
  private final AccountCodec codec;

  StatusRounds(Writes writes, TargetReads reads, AccountCodec codec) {
    this.writes = writes;
    this.reads = reads;
    this.codec = codec;
  }

  StatusOutcome change(AccountId id, StatusChange change) {
    Answer<Option<BsonDocument>> sent = send(id, change);
    for (int tries = 0; tries < TRIES; tries++) {
      Answer<Option<BsonDocument>> answered = sent;
      if (answered.fold(() -> true, Option::isDefined)) {
        return answered.fold(
            StatusOutcome.InDoubt::new,
            changed -> new StatusOutcome.Changed(whole(id, changed.get())));
      }
      Target target = new Target.OfAccount(id);
      Answer<Option<Seen>> read =
          Answer.ofFollowUpRead(() -> reads.confirmed(target, reads.find(List.of(target)).get(0)));
      if (read.isInDoubt()) {
        return new StatusOutcome.InDoubt();
      }
      Option<Seen> seen = read.getOrElse(Option.none());
      Option<StatusOutcome> judged = judged(id, change, seen);
      if (judged.isDefined()) {
        return judged.get();
      }
      sent = Answer.ofFollowUp(() -> again(id, change, seen.get()));
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

  private Answer<Option<BsonDocument>> send(AccountId id, StatusChange change) {
    return writes.updateAndGet(StatusWrites.change(id, change));
  }

  private Answer<Option<BsonDocument>> again(AccountId id, StatusChange change, Seen seen) {
    Option<WriteModel<BsonDocument>> adoption = Adoptions.of(seen);
    return adoption.isEmpty()
        ? send(id, change)
        : writes.update(List.of(adoption.get())).flatMap(adopted -> send(id, change));
  }

  /** The account's answer to the change; none if the account allows it. */
  private static Option<StatusOutcome> judged(
      AccountId id, StatusChange change, Option<Seen> seen) {
    if (seen.isEmpty()) {
      return Option.some(new StatusOutcome.Refused(new StatusRefusal.NotFound(id)));
    }
    Account account = readable(id, seen.get());
    Either<StatusRefusal, Account> answer = account.change(change);
    if (answer.isLeft()) {
      return Option.some(new StatusOutcome.Refused(answer.getLeft()));
    }
    boolean isSo = answer.get().equals(account) && seen.get().kind() == Seen.Kind.CURRENT;
    return Option.when(isSo, () -> new StatusOutcome.Changed(account));
  }

  private Account whole(AccountId id, BsonDocument changed) {
    return readable(id, codec.decode(changed));
  }

  static Account readable(AccountId id, Seen seen) {
    if (seen.fault().isDefined()) {
      throw new StoreException("account " + id + " cannot be read: " + seen.fault().get());
    }
    return seen.account().get();
  }
}
