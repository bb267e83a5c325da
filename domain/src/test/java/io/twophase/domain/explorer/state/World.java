package io.twophase.domain.explorer.state;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All there is at one moment, read from its cells. */
public final class World {

  private final Scenario scenario;
  private final Layout layout;
  private final Codes codes;
  private final char[] cells;

  public World(Scenario scenario, Layout layout, Codes codes, char[] cells) {
    this.scenario = scenario;
    this.layout = layout;
    this.codes = codes;
    this.cells = cells;
  }

  public static char[] start(Scenario scenario, Layout layout, Codes codes) {
    char[] cells = new char[layout.width()];
    cells[layout.budget()] = (char) scenario.faults();
    for (int account = 0; account < scenario.accounts().size(); account++) {
      char figures = codes.figures(withOrphans(scenario, scenario.accounts().get(account)));
      cells[layout.figures(account)] = figures;
      cells[layout.keptFigures(account)] = figures;
    }
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      Cast playing = scenario.casts().get(cast);
      cells[layout.record(cast)] = codes.record(Option.none());
      cells[layout.keptRecord(cast)] = codes.record(Option.none());
      cells[layout.late(cast)] = codes.nothingLate();
      for (int operation = 0; operation < playing.body().accountOperations().size(); operation++) {
        char orphan =
            codes.hold(
                orphan(scenario, playing, playing.body().accountOperations().get(operation)));
        cells[layout.hold(cast, operation)] = orphan;
        cells[layout.keptHold(cast, operation)] = orphan;
      }
      for (int actor = 0; actor < playing.roles().size(); actor++) {
        cells[layout.actor(cast, actor)] =
            codes.number(Actor.starting(playing.roles().get(actor), playing.body().id()));
      }
    }
    return cells;
  }

  private static Account withOrphans(Scenario scenario, Account account) {
    Account holding = account;
    for (Leg orphan : scenario.orphans()) {
      if (orphan.account().equals(account.id())) {
        holding = holding.hold(orphan.transaction(), orphan.epoch(), orphan.operation()).get();
      }
    }
    return holding;
  }

  /** What is held at first under a transaction's id, on the account of one of its operations. */
  private static Option<Hold> orphan(Scenario scenario, Cast cast, AccountOperation operation) {
    for (Leg orphan : scenario.orphans()) {
      if (orphan.transaction().equals(cast.body().id())
          && orphan.account().equals(operation.account())) {
        AccountOperation held = orphan.operation();
        return Option.some(
            new Hold(
                orphan.transaction(), orphan.epoch(), held.direction(), held.amount().minor()));
      }
    }
    return Option.none();
  }

  public Option<Transaction> record(int cast) {
    return codes.record(cells[layout.record(cast)]);
  }

  /** The operations of a cast's transaction, as it was asked for. */
  public List<AccountOperation> operations(int cast) {
    return codes.operations(cast);
  }

  /** The operations that are in the record; none, if it is not there. */
  public List<AccountOperation> recorded(int cast) {
    return codes.recorded(cells[layout.record(cast)]);
  }

  /** The record's state; of one that is not there, {@link State#INITIAL}. */
  public State state(int cast) {
    Option<Transaction> record = record(cast);
    return record.isDefined() ? record.get().state() : State.INITIAL;
  }

  public Option<Hold> hold(int cast, int operation) {
    return codes.hold(cells[layout.hold(cast, operation)]);
  }

  /** An account's figures; its holds are told by {@link #hold}. */
  public Account figures(int account) {
    return codes.figures(cells[layout.figures(account)]);
  }

  public Actor actor(int cast, int actor) {
    return codes.actor(cells[layout.actor(cast, actor)]);
  }

  public boolean isAtRest() {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      for (int actor = 0; actor < scenario.casts().get(cast).roles().size(); actor++) {
        if (!actor(cast, actor).hasStopped()) {
          return false;
        }
      }
    }
    return true;
  }

  public boolean hasFailovers() {
    return scenario.durability().hasFailovers();
  }

  /** Whether all is over: nobody works, a majority has everything, and no recovery comes again. */
  public boolean isAtEnd() {
    return isAtRest() && isKept() && !isRecoveryDue();
  }

  private boolean isKept() {
    for (int account = 0; account < scenario.accounts().size(); account++) {
      if (cells[layout.figures(account)] != cells[layout.keptFigures(account)]) {
        return false;
      }
    }
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      boolean isKept = cells[layout.record(cast)] == cells[layout.keptRecord(cast)];
      for (int at = 0; at < operations(cast).size(); at++) {
        isKept &= cells[layout.hold(cast, at)] == cells[layout.keptHold(cast, at)];
      }
      if (!isKept) {
        return false;
      }
    }
    return true;
  }

  private boolean isRecoveryDue() {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      boolean recovers =
          scenario.casts().get(cast).roles().stream()
              .anyMatch(role -> role.goal() instanceof Goal.Resume);
      if (hasFailovers() && recovers && record(cast).exists(World::isForRecovery)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a record is decided, and only has to be finished. */
  public static boolean isForRecovery(Transaction record) {
    return record.state() == State.APPLIED || record.state() == State.CANCELING;
  }

  /** Whether nothing is held of what is finished, or has no record. */
  public boolean isSwept() {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      if (record(cast).forAll(record -> record.state().isFinal())) {
        for (int at = 0; at < operations(cast).size(); at++) {
          if (hold(cast, at).isDefined()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** The states of all records that are there, in the order of the states. */
  public List<State> states() {
    List<State> states = new ArrayList<>();
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      record(cast).forEach(record -> states.add(record.state()));
    }
    Collections.sort(states);
    return states;
  }
}
