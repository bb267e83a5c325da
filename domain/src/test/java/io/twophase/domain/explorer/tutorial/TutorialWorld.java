package io.twophase.domain.explorer.tutorial;

import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All there is at one moment: a transfer of 100 from A to B, which have 1000 each.
 *
 * @param state the transaction's
 * @param source A
 * @param destination B
 * @param workers where each worker is
 */
record TutorialWorld(
    State state,
    TutorialAccount source,
    TutorialAccount destination,
    Map<TutorialRole, TutorialStep> workers) {

  private static final long FUNDS = 1000;
  private static final long VALUE = 100;

  static TutorialWorld of(TutorialRole... roles) {
    Map<TutorialRole, TutorialStep> workers = new LinkedHashMap<>();
    for (TutorialRole role : roles) {
      workers.put(role, TutorialStep.READ);
    }
    return new TutorialWorld(
        State.INITIAL,
        new TutorialAccount("A", FUNDS, false),
        new TutorialAccount("B", FUNDS, false),
        workers);
  }

  List<Move<TutorialWorld>> moves() {
    List<Move<TutorialWorld>> moves = new ArrayList<>();
    workers.forEach((role, step) -> move(role, step).ifPresent(moves::add));
    return moves;
  }

  /** What is wrong with the money: at once, or once nobody does anything any more. */
  Optional<String> fault() {
    long out = FUNDS - source.balance();
    long in = destination.balance() - FUNDS;
    boolean isPossible = (out == 0 || out == VALUE) && (in == 0 || in == VALUE);
    boolean isAsItSays =
        switch (state) {
          case DONE -> out == VALUE && in == VALUE;
          case CANCELED -> out == 0 && in == 0;
          case INITIAL, PENDING, AUTHORIZED, APPLIED, CANCELING -> true;
        };
    return !isPossible || (moves().isEmpty() && !isAsItSays)
        ? Optional.of(
            "A has "
                + source.balance()
                + " and B has "
                + destination.balance()
                + ", and the transaction is "
                + lower(state))
        : Optional.empty();
  }

  private Optional<Move<TutorialWorld>> move(TutorialRole role, TutorialStep step) {
    return switch (step) {
      case READ -> {
        TutorialStep found = TutorialStep.on(role, state);
        yield (found != TutorialStep.NOTHING
            ? Optional.of(
                new Move<>(
                    lower(role) + ": read the transaction -> " + lower(state), with(role, found)))
            : Optional.empty());
      }
      case CLAIM -> move(role, step, State.INITIAL, State.PENDING);
      case APPLY_TO_SOURCE -> moveSource(role, step, source.applied(-VALUE));
      case APPLY_TO_DESTINATION -> moveDestination(role, step, destination.applied(VALUE));
      case SET_APPLIED -> move(role, step, State.PENDING, State.APPLIED);
      case PULL_FROM_SOURCE -> moveSource(role, step, source.pulled());
      case PULL_FROM_DESTINATION -> moveDestination(role, step, destination.pulled());
      case SET_DONE -> move(role, step, State.APPLIED, State.DONE);
      case SET_CANCELING -> move(role, step, State.PENDING, State.CANCELING);
      case UNDO_ON_DESTINATION -> moveDestination(role, step, destination.undone(VALUE));
      case UNDO_ON_SOURCE -> moveSource(role, step, source.undone(-VALUE));
      case SET_CANCELED -> move(role, step, State.CANCELING, State.CANCELED);
      case NOTHING -> Optional.empty();
    };
  }

  /** Kinder than the tutorial, which does not ask whether its changes of state matched. */
  private Optional<Move<TutorialWorld>> move(
      TutorialRole role, TutorialStep step, State from, State to) {
    boolean matches = state == from;
    return Optional.of(
        new Move<>(
            lower(role) + ": " + lower(from) + " to " + lower(to) + (matches ? "" : " -> no match"),
            new TutorialWorld(matches ? to : state, source, destination, workers)
                .with(role, matches ? step.then() : TutorialStep.NOTHING)));
  }

  private Optional<Move<TutorialWorld>> moveSource(
      TutorialRole role, TutorialStep step, TutorialAccount changed) {
    return Optional.of(
        new Move<>(
            line(role, step, source, changed),
            new TutorialWorld(state, changed, destination, workers).with(role, step.then())));
  }

  private Optional<Move<TutorialWorld>> moveDestination(
      TutorialRole role, TutorialStep step, TutorialAccount changed) {
    return Optional.of(
        new Move<>(
            line(role, step, destination, changed),
            new TutorialWorld(state, source, changed, workers).with(role, step.then())));
  }

  private TutorialWorld with(TutorialRole role, TutorialStep next) {
    Map<TutorialRole, TutorialStep> all = new LinkedHashMap<>(workers);
    all.put(role, next);
    return new TutorialWorld(state, source, destination, all);
  }

  private static String line(
      TutorialRole role, TutorialStep step, TutorialAccount before, TutorialAccount after) {
    String verb = lower(step).substring(0, lower(step).indexOf('_'));
    return lower(role)
        + ": "
        + verb
        + " on "
        + before.id()
        + (before.equals(after)
            ? " -> no match"
            : " -> balance " + after.balance() + (after.pending() ? ", id pushed" : ", id pulled"));
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
