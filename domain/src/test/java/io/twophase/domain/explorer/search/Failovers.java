package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.Layout;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.protocol.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What becomes of documents that no majority has as they are: a majority gets them, or a failover
 * undoes what it lacks. One document may be undone and another not: they may be on different
 * shards. Recovery comes again to what it finds decided and not finished.
 */
final class Failovers {

  /** A document: the cells of what the primary has of it, and of what a majority has. */
  private static final class Both {
    private final String name;
    private final int[] primary;
    private final int[] majority;

    Both(String name, int[] primary, int[] majority) {
      this.name = name;
      this.primary = primary;
      this.majority = majority;
    }

    boolean differ(char[] world) {
      for (int at = 0; at < primary.length; at++) {
        if (world[primary[at]] != world[majority[at]]) {
          return true;
        }
      }
      return false;
    }

    private static void copy(char[] world, int[] from, int[] to) {
      for (int at = 0; at < from.length; at++) {
        world[to[at]] = world[from[at]];
      }
    }
  }

  private final Scenario scenario;
  private final Layout layout;
  private final Codes codes;
  private final TraceText words;
  private final List<Both> records = new ArrayList<>();
  private final List<Both> accounts = new ArrayList<>();
  private final List<Both> documents = new ArrayList<>();
  private final char[] next;

  Failovers(Scenario scenario, Layout layout, Codes codes, TraceText words) {
    this.scenario = scenario;
    this.layout = layout;
    this.codes = codes;
    this.words = words;
    next = new char[layout.width()];
    if (scenario.durability().hasFailovers()) {
      for (int cast = 0; cast < scenario.casts().size(); cast++) {
        records.add(record(cast));
      }
      for (int account = 0; account < scenario.accounts().size(); account++) {
        accounts.add(account(account));
      }
      documents.addAll(records);
      documents.addAll(accounts);
    }
  }

  private Both record(int cast) {
    return new Both(
        words.record(cast), new int[] {layout.record(cast)}, new int[] {layout.keptRecord(cast)});
  }

  private Both account(int account) {
    List<Integer> primary = new ArrayList<>(List.of(layout.figures(account)));
    List<Integer> majority = new ArrayList<>(List.of(layout.keptFigures(account)));
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      Cast playing = scenario.casts().get(cast);
      for (int at = 0; at < playing.body().accountOperations().size(); at++) {
        if (codes.account(playing.body().accountOperations().get(at)) == account) {
          primary.add(layout.hold(cast, at));
          majority.add(layout.keptHold(cast, at));
        }
      }
    }
    return new Both(scenario.accounts().get(account).id().value(), cells(primary), cells(majority));
  }

  private static int[] cells(List<Integer> places) {
    return places.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Each document that a majority has otherwise: it gets it, or the primary is as it is there. */
  void of(char[] world, Steps<char[]> steps) {
    if (documents.isEmpty()) {
      return;
    }
    recoverAgain(world, steps);
    for (Both document : documents) {
      if (document.differ(world)) {
        turn(world, steps, document, document.primary, document.majority, words::replicated);
        turn(world, steps, document, document.majority, document.primary, words::undone);
      }
    }
  }

  private void turn(
      char[] world,
      Steps<char[]> steps,
      Both document,
      int[] from,
      int[] to,
      Function<String, String> what) {
    System.arraycopy(world, 0, next, 0, next.length);
    Both.copy(next, from, to);
    steps.to(next, () -> what.apply(document.name));
  }

  private void recoverAgain(char[] world, Steps<char[]> steps) {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      Cast playing = scenario.casts().get(cast);
      boolean isDue = codes.record(world[layout.keptRecord(cast)]).exists(World::isForRecovery);
      for (int actor = 0; isDue && actor < playing.roles().size(); actor++) {
        Role role = playing.roles().get(actor);
        char number = world[layout.actor(cast, actor)];
        if (role.goal() instanceof Goal.Resume && codes.actor(number).hasStopped()) {
          System.arraycopy(world, 0, next, 0, next.length);
          next[layout.actor(cast, actor)] = codes.number(Actor.starting(role, playing.body().id()));
          int who = cast;
          steps.to(next, () -> words.comesAgain(who, number));
        }
      }
    }
  }

  /** A majority has the document that {@code message} is of, as it is now. */
  void confirm(char[] world, int cast, Codes.Addressed message) {
    if (!documents.isEmpty()) {
      Both document = message.isOnAccount() ? accounts.get(message.account()) : records.get(cast);
      Both.copy(world, document.primary, document.majority);
    }
  }
}
