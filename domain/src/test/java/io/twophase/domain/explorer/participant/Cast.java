package io.twophase.domain.explorer.participant;

import io.twophase.domain.explorer.model.Store;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.Home;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A transaction, which its owner has begun, and its workers.
 *
 * @param name in traces
 * @param home where its record is
 * @param body the transaction
 * @param roles its workers
 * @param doubted whether its owner got no answer to its first holds and has taken itself over,
 *     while the last of them is still on its way
 * @param authorized whether it is an authorization that is held already
 */
record Cast(
    String name,
    Home home,
    NewTransaction body,
    List<Role> roles,
    boolean doubted,
    boolean authorized) {

  /** A transaction and its workers. */
  static Cast of(String name, NewTransaction body, Role... roles) {
    return new Cast(name, Documents.HOME, body, List.of(roles), false, false);
  }

  /** The same, its record elsewhere. */
  Cast at(Home elsewhere) {
    return new Cast(name, elsewhere, body, roles, doubted, authorized);
  }

  /** The same, by another name in traces. */
  Cast named(String other) {
    return new Cast(other, home, body, roles, doubted, authorized);
  }

  /** The same, after a time-out of the owner's. */
  Cast inDoubt() {
    return new Cast(name, home, body, roles, true, authorized);
  }

  /** The same, held already by an owner that has left. */
  Cast held() {
    return new Cast(name, home, body, roles, doubted, true);
  }

  /** The same with one more worker. */
  Cast with(Role role) {
    List<Role> more = new ArrayList<>(roles);
    more.add(role);
    return new Cast(name, home, body, List.copyOf(more), doubted, authorized);
  }

  /** The record at first. */
  Transaction record() {
    Transaction begun = begun();
    if (authorized) {
      Transition authorize = new AuthorizationTransition.Authorize(body.id(), begun.epoch());
      return Store.withoutTimes(authorize.apply(begun, Fixtures.NOW).get());
    }
    return doubted
        ? Store.withoutTimes(takeOver().apply(begun, Fixtures.NOW).get())
        : Store.withoutTimes(begun);
  }

  private Transaction begun() {
    return Transaction.begun(body, Fixtures.APP, owner().token(), Fixtures.NOW);
  }

  private Worker owner() {
    return Role.OWNER.worker(body);
  }

  private Transition takeOver() {
    return new Transition.TakeOver(body.id(), begun().epoch(), Fixtures.APP, owner().token());
  }

  /** A worker at its first step, whose holds name that home. */
  Actor actor(Role role, Home named) {
    Worker worker = role.worker(body);
    return Actor.at(named, role, role == Role.OWNER && doubted ? takenOver(worker) : worker);
  }

  private Worker takenOver(Worker worker) {
    return worker
        .after(
            new Event.Holds(
                Collections.nCopies(body.operations().size(), DocumentHoldOutcome.inDoubt())))
        .after(new Event.Seen(new TransactionLookup.Found(begun(), Duration.ZERO), false))
        .after(new Event.Moved(MatchOutcome.MATCHED));
  }

  /** What nobody waits for any more at first. */
  List<Message> late(Home named) {
    List<Message> holds = Message.of(named, owner());
    return doubted ? holds.subList(holds.size() - 1, holds.size()) : List.of();
  }
}
