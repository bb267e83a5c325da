package io.twophase.domain.explorer;

import io.twophase.domain.account.Account;
import io.twophase.domain.explorer.model.Answer;
import io.twophase.domain.explorer.model.Driver;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.model.Store;
import io.twophase.domain.explorer.model.Sweeper;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Test doubles that each leave out one of the rules of docs/PROTOCOL.md. */
final class Broken {

  /** Rule 1: decides when the first of the holds is acknowledged. */
  static final Driver DECIDES_WITHOUT_ALL_HOLDS =
      waiting ->
          waiting.worker().step() instanceof Step.PlaceHolds
                  && anyAnswerIs(new Event.Holds(List.of(AccountHoldOutcome.held())), waiting)
              ? waiting.feed(
                  new Event.Holds(
                      Collections.nCopies(waiting.sent().size(), AccountHoldOutcome.held())))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 2: takes itself for the owner of an epoch that it did not get. */
  static final Driver OWNS_WHAT_IT_DID_NOT_GET =
      waiting ->
          waiting.worker().step() instanceof Step.Move move
                  && move.transition() instanceof Transition.TakeOver
                  && waiting.isAnswered()
              ? waiting.feed(new Event.Moved(MatchOutcome.MATCHED))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 3: settles what is held at any epoch. */
  static final Store.Rules SETTLES_AT_ANY_EPOCH =
      (store, message) -> {
        if (message instanceof Message.Settle settle) {
          Leg leg = settle.leg();
          Account account = store.account(leg);
          return account
              .holds()
              .get(leg.transaction())
              .map(hold -> new Leg(leg.transaction(), hold.epoch(), leg.operation()))
              .map(Message.Settle::new)
              .map(store::deliver)
              .getOrElse(() -> store.deliver(message));
        }
        return store.deliver(message);
      };

  /** Rule 4: sends a hold again in the same epoch when it got no answer. */
  static final Driver HOLDS_AGAIN_IN_THE_SAME_EPOCH =
      waiting ->
          waiting.worker().step() instanceof Step.PlaceHolds && waiting.timedOut()
              ? Option.some(new Driver.Reaction(waiting.worker(), waiting.unanswered()))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 5: withdraws the holds of an epoch at which the record can still be decided. */
  static final Driver WITHDRAWS_WHAT_IS_ALIVE =
      waiting ->
          Driver.FAITHFUL
              .react(waiting)
              .map(
                  reaction ->
                      waiting.worker().step() instanceof Step.Move move
                              && move.transition() instanceof Transition.Decide decide
                              && waiting.timedOut()
                          ? alsoWithdrawing(waiting, decide, reaction)
                          : reaction);

  /** Rule 6: finishes when the first of the settles is acknowledged. */
  static final Driver FINISHES_EARLY =
      waiting ->
          waiting.worker().step() instanceof Step.Settle
                  && anyAnswerIs(Answer.matches(MatchOutcome.MATCHED), waiting)
              ? waiting.feed(
                  new Event.Matches(
                      Collections.nCopies(waiting.sent().size(), MatchOutcome.MATCHED)))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 6: takes a finish without an answer for one that is done. */
  static final Driver ASSUMES_THAT_IT_IS_FINISHED =
      waiting ->
          waiting.worker().step() instanceof Step.Move move
                  && move.transition() instanceof Transition.Finish
                  && waiting.timedOut()
              ? waiting.feed(new Event.Moved(MatchOutcome.MATCHED))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 7: releases a hold whose record it did not see, and inserts no record in its place. */
  static final Sweeper BURIES_NOTHING =
      (seen, body, release) ->
          seen.isEmpty() ? List.of(release) : Sweeper.releasedIfFinal(seen, release);

  /** Pulls a hold without giving back what it set aside. */
  static final Store.Rules FORGETS_TO_GIVE_BACK =
      (store, message) -> {
        if (message instanceof Message.Release release) {
          Leg leg = release.leg();
          Account account = store.account(leg);
          return store.matched(
              leg,
              account
                  .release(leg.transaction(), leg.operation())
                  .map(
                      given ->
                          new Account(
                              account.opening(),
                              account.balance(),
                              account.available(),
                              account.receivable(),
                              account.status(),
                              given.holds())));
        }
        return store.deliver(message);
      };

  /** Acknowledges withdrawals that it never applies. */
  static final Store.Rules LOSES_WITHDRAWALS =
      (store, message) ->
          message instanceof Message.Withdraw
              ? new Store.Delivery(store, Answer.of(true))
              : store.deliver(message);

  /** Never answers a finish. */
  static final Store.Rules NEVER_FINISHES =
      (store, message) ->
          message instanceof Message.Change change
                  && change.transition() instanceof Transition.Finish
              ? new Store.Delivery(store, new Event.Moved(MatchOutcome.IN_DOUBT))
              : store.deliver(message);

  /** Rule 8: takes a stamp that matched nothing for one that did. */
  static final Driver ASSUMES_THAT_STAMPS_MATCH =
      waiting ->
          waiting.worker().step() instanceof Step.Stamp && waiting.isAnswered()
              ? waiting.feed(
                  new Event.Matches(
                      Collections.nCopies(waiting.sent().size(), MatchOutcome.MATCHED)))
              : Driver.FAITHFUL.react(waiting);

  /**
   * Rule 9: says that what it was to settle is gone, because a read that is old does not show it.
   */
  static final Store.Rules TAKES_A_STALE_READ_FOR_A_COUNT =
      (store, message) ->
          message instanceof Message.Settle settle && settle.leg().operation() instanceof Credit
              ? new Store.Delivery(store, Answer.of(false))
              : store.deliver(message);

  /** Rule 15: acknowledges whatever is held under the transaction's id, at its epoch. */
  static final Store.Rules ACKNOWLEDGES_BY_ID_AND_EPOCH =
      (store, message) -> {
        Store.Delivery delivery = store.deliver(message);
        return message instanceof Message.Hold hold
                && delivery.answer() instanceof Event.Holds holds
                && holds.outcomes().get(0) instanceof AccountHoldOutcome.AlreadyHeld already
                && already.epoch().equals(hold.leg().epoch())
            ? new Store.Delivery(store, Answer.holds(AccountHoldOutcome.held()))
            : delivery;
      };

  /** Rule 15: stamps whatever is held under the transaction's id. */
  static final Store.Rules STAMPS_BY_ID =
      (store, message) -> {
        if (message instanceof Message.Stamp stamp) {
          Leg leg = stamp.leg();
          Account account = store.account(leg);
          return account
              .holds()
              .get(leg.transaction())
              .map(hold -> new Leg(leg.transaction(), leg.epoch(), account.operation(hold)))
              .map(Message.Stamp::new)
              .map(store::deliver)
              .getOrElse(() -> store.deliver(message));
        }
        return store.deliver(message);
      };

  private Broken() {}

  private static boolean anyAnswerIs(Event wanted, Driver.Waiting waiting) {
    return waiting.answers().stream().anyMatch(answer -> answer.contains(wanted));
  }

  private static Driver.Reaction alsoWithdrawing(
      Driver.Waiting waiting, Transition.Decide decide, Driver.Reaction reaction) {
    List<Message> late = new ArrayList<>(reaction.late());
    Scenario.TRANSFER
        .accountOperations()
        .forEach(
            operation ->
                late.add(
                    new Message.Withdraw(
                        new Leg(waiting.worker().id(), decide.epoch(), operation))));
    return new Driver.Reaction(reaction.worker(), late);
  }
}
