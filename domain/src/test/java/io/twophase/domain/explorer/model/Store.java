package io.twophase.domain.explorer.model;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.NoHold;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * What a message can see of what is stored: its transaction's record, without its times, or its
 * account, with no hold but its transaction's. It applies the domain's own rules.
 */
public record Store(Option<Transaction> record, Map<AccountId, Account> accounts) {

  /** A store's rules: the domain's, or a test double's that breaks one. */
  @FunctionalInterface
  public interface Rules {
    /** The store after {@code message}, and the answer to it. */
    Delivery deliver(Store store, Message message);
  }

  /** What became of a message. */
  public record Delivery(Store store, Event answer) {}

  /** The domain's own rules. */
  public Delivery deliver(Message message) {
    if (message instanceof Message.Insert insert) {
      return inserted(insert.first());
    }
    if (message instanceof Message.Bury bury) {
      return inserted(bury.tombstone());
    }
    if (message instanceof Message.Change change) {
      return changed(change.transition());
    }
    if (message instanceof Message.Hold hold) {
      return held(hold.leg());
    }
    if (message instanceof Message.Stamp stamp) {
      Leg leg = stamp.leg();
      return matched(leg, account(leg).stamp(leg.transaction(), leg.epoch(), leg.operation()));
    }
    if (message instanceof Message.Settle settle) {
      Leg leg = settle.leg();
      return matched(leg, account(leg).settle(leg.transaction(), leg.epoch(), leg.operation()));
    }
    if (message instanceof Message.Release release) {
      Leg leg = release.leg();
      return matched(leg, account(leg).release(leg.transaction(), leg.operation()));
    }
    Leg leg = ((Message.Withdraw) message).leg();
    return matched(leg, account(leg).withdraw(leg.transaction(), leg.epoch(), leg.operation()));
  }

  /** The account that a leg touches. */
  public Account account(Leg leg) {
    return accounts.get(leg.account()).get();
  }

  /** Puts {@code changed} in the place of the account that {@code leg} touches. */
  public Delivery matched(Leg leg, Either<NoHold, Account> changed) {
    return changed.fold(
        noHold -> unchanged(Answer.of(false)),
        account -> new Delivery(with(leg, account), Answer.of(true)));
  }

  private Delivery held(Leg leg) {
    return account(leg)
        .hold(leg.transaction(), leg.epoch(), leg.operation())
        .fold(
            answer -> unchanged(Answer.holds(notHeld(answer))),
            account -> new Delivery(with(leg, account), Answer.holds(AccountHoldOutcome.held())));
  }

  private static AccountHoldOutcome notHeld(HoldAnswer answer) {
    return answer instanceof HoldAnswer.Present present
        ? new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held())
        : new AccountHoldOutcome.Refused(((HoldAnswer.Denied) answer).refusal());
  }

  private Delivery inserted(Transaction first) {
    return record.isDefined()
        ? unchanged(new Event.Inserted(BeginOutcome.ID_TAKEN))
        : new Delivery(with(first), new Event.Inserted(BeginOutcome.BEGUN));
  }

  private Delivery changed(Transition transition) {
    return record
        .toEither("absent")
        .flatMap(found -> transition.apply(found, Fixtures.NOW).mapLeft(Object::toString))
        .fold(
            no -> unchanged(new Event.Moved(MatchOutcome.NOT_MATCHED)),
            changed -> new Delivery(with(changed), new Event.Moved(MatchOutcome.MATCHED)));
  }

  private Delivery unchanged(Event answer) {
    return new Delivery(this, answer);
  }

  private Store with(Transaction changed) {
    return new Store(Option.some(withoutTimes(changed)), accounts);
  }

  /** The same record; no step of the protocol reads when it took its steps. */
  public static Transaction withoutTimes(Transaction record) {
    return record.withTimes(record.createdAt(), record.lastModified(), Timeline.NONE);
  }

  private Store with(Leg leg, Account changed) {
    return new Store(record, accounts.put(leg.account(), changed));
  }
}
