package io.twophase.adapter.mongo.account;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * Debits that take as much as there is, each by itself: a server without updates by pipeline
 * compares and adds constants only, so what is there is read, and written where it is still so.
 *
 * <p>A read only says what to ask next. That a hold is placed, or has ended, is the count of an
 * update that names its amount; that there is none to end is the count of one that matches a hold
 * of whatever amount.
 */
final class AtMostHolds {

  /** How often one is tried whose account others change in between. */
  private static final int TRIES = 40;

  private final Writes writes;
  private final Reads reads;
  private final AccountReader accounts;
  private final HoldPlacement placement;
  private final HoldLimit limit;

  AtMostHolds(
      Writes writes,
      Reads reads,
      AccountReader accounts,
      HoldPlacement placement,
      HoldLimit limit) {
    this.writes = writes;
    this.reads = reads;
    this.accounts = accounts;
    this.placement = placement;
    this.limit = limit;
  }

  /** Whether a leg is for this class. */
  static boolean is(Leg leg) {
    return leg.operation().isAtMost();
  }

  /**
   * Holds all of the amount, or what there is of it. It is in doubt too where others have changed
   * the account again and again: whoever asks then does so under a new epoch.
   */
  AccountHoldOutcome hold(Leg leg) {
    Debit asked = (Debit) leg.operation();
    Leg next = of(leg, asked.of(asked.amount().minor()));
    Answer<Matches> answer = writes.update(List.of(update(next, asked)));
    for (int tries = 0; tries < TRIES && !answer.isInDoubt(); tries++) {
      if (isMatched(answer)) {
        return AccountHoldOutcome.held((Debit) next.operation());
      }
      Either<AccountHoldOutcome, Debit> seen =
          Answer.ofFollowUp(() -> looked(leg, asked))
              .getOrElse(Either.left(AccountHoldOutcome.inDoubt()));
      if (seen.isLeft()) {
        return seen.getLeft();
      }
      next = of(leg, seen.get());
      Leg again = next;
      answer = Answer.ofFollowUp(() -> writes.update(List.of(update(again, asked))));
    }
    return AccountHoldOutcome.inDoubt();
  }

  /** By what is read; a refusal by what a majority confirms. */
  private Answer<Either<AccountHoldOutcome, Debit>> looked(Leg leg, Debit asked) {
    Option<StoredAccount> seen = accounts.byId(leg.account());
    return look(seen, leg, asked)
        .flatMap(
            answer ->
                answer.isLeft() && answer.getLeft() instanceof AccountHoldOutcome.Refused
                    ? look(accounts.confirmed(leg.account(), seen), leg, asked)
                    : Answer.certain(answer));
  }

  /** The hold's answer by the account that was read, or the request that comes next. */
  private Answer<Either<AccountHoldOutcome, Debit>> look(
      Option<StoredAccount> seen, Leg leg, Debit asked) {
    return seen.isEmpty()
        ? refused(new HoldRefusal.NoSuchAccount(leg.account()))
        : seen.get()
            .fold(
                current -> asked(seen.get(), current.read(), leg, asked),
                tutorial -> asked(seen.get(), tutorial.read(), leg, asked),
                unreadable ->
                    refused(new HoldRefusal.AccountCorrupt(leg.account(), unreadable.fault())));
  }

  private Answer<Either<AccountHoldOutcome, Debit>> asked(
      StoredAccount stored, Account account, Leg leg, Debit asked) {
    Either<HoldAnswer, Account> held =
        account.hold(leg.transaction(), leg.epoch(), leg.operation(), limit);
    if (held.isLeft()) {
      return Answer.certain(
          Either.left(
              held.getLeft()
                  .fold(
                      present ->
                          new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held()),
                      denied -> new AccountHoldOutcome.Refused(denied.refusal()))));
    }
    long there = held.get().holds().get(leg.transaction()).get().amount();
    return placement.adopted(stored).map(adopted -> Either.right(asked.of(there)));
  }

  private static Answer<Either<AccountHoldOutcome, Debit>> refused(HoldRefusal refusal) {
    return Answer.certain(Either.left(new AccountHoldOutcome.Refused(refusal)));
  }

  private UpdateOneModel<BsonDocument> update(Leg part, Debit asked) {
    return part.operation().amount().equals(asked.amount())
        ? AccountUpdates.hold(alone(part), limit)
        : AccountUpdates.holdAll(part, limit);
  }

  /** Gives back what is held at any epoch, however much it is. */
  MatchOutcome release(Leg leg) {
    return end(leg, false);
  }

  /** Gives back what is held at the leg's epoch, however much it is. */
  MatchOutcome withdraw(Leg leg) {
    return end(leg, true);
  }

  private MatchOutcome end(Leg leg, boolean atItsEpoch) {
    Answer<Option<Hold>> seen = Answer.certain(shown(leg, atItsEpoch));
    for (int tries = 0; tries < TRIES && !seen.isInDoubt(); tries++) {
      Option<Hold> hold = seen.getOrElse(Option.none());
      boolean isFirst = tries == 0;
      Answer<Matches> answer =
          isFirst
              ? ended(leg, hold, atItsEpoch)
              : Answer.ofFollowUp(() -> ended(leg, hold, atItsEpoch));
      if (answer.isInDoubt()) {
        return MatchOutcome.IN_DOUBT;
      }
      if (isMatched(answer) == hold.isDefined()) {
        return Matches.outcome(hold.isDefined());
      }
      seen = Answer.ofFollowUpRead(() -> shown(leg, atItsEpoch));
    }
    if (seen.isInDoubt()) {
      return MatchOutcome.IN_DOUBT;
    }
    throw new StoreException(
        "account "
            + leg.account()
            + " has a hold of transaction "
            + leg.transaction()
            + " that cannot be ended: it is not as it was placed");
  }

  /** Ends the hold that was seen; or, where none was, counts whether there is one. */
  private Answer<Matches> ended(Leg leg, Option<Hold> hold, boolean atItsEpoch) {
    return writes.update(
        List.of(
            hold.map(there -> of(leg, ((Debit) leg.operation()).of(there.amount())))
                .map(
                    exactly ->
                        atItsEpoch
                            ? AccountUpdates.withdraw(alone(exactly))
                            : AccountUpdates.release(alone(exactly)))
                .getOrElse(() -> AccountUpdates.holdsAtMost(leg, atItsEpoch))));
  }

  private Option<Hold> shown(Leg leg, boolean atItsEpoch) {
    Map<String, BsonDocument> seen = reads.fieldById(Field.PENDING, List.of(leg.account().value()));
    List<Hold> there = new ArrayList<>(1);
    Option.of(seen.get(leg.account().value()))
        .forEach(
            account ->
                HoldDocuments.mayHold(
                    account,
                    leg.transaction(),
                    hold ->
                        hold.isOf(leg.operation())
                            && (!atItsEpoch || hold.epoch().equals(leg.epoch()))
                            && there.add(hold)));
    return there.isEmpty() ? Option.none() : Option.some(there.get(0));
  }

  private static boolean isMatched(Answer<Matches> answer) {
    return answer.map(matches -> matches.total() > 0).getOrElse(false);
  }

  private static Leg of(Leg leg, Debit debit) {
    return new Leg(leg.transaction(), leg.epoch(), debit);
  }

  private static LegGroup alone(Leg leg) {
    LegGroup group = new LegGroup();
    group.add(0, leg);
    return group;
  }
}
