package io.twophase;

import io.twophase.domain.ActionId;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionRefusal;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Does what operators ask for by hand, and shows what they have asked for: who, when, why, what,
 * and what became of it. Thread-safe. Each method throws {@link StoreUnavailableException} if the
 * store cannot be reached, and {@link StoreException} if it answers with an error.
 */
public final class OperatorActions {

  private final ActionRepository actions;
  private final CallerGuard guard;

  /**
   * Actions that are logged in {@code actions}.
   *
   * @param guard is asked before anything is written
   */
  public OperatorActions(ActionRepository actions, CallerGuard guard) {
    this.actions = actions;
    this.guard = guard;
  }

  /**
   * Logs an action, does it, and logs what became of it. An action that is sent twice has the
   * outcome that is logged first. It is done again as long as none is logged: whoever had begun it
   * may have died, or the outcome was not known, which is never logged.
   *
   * @param doing does it, and may be done twice, as a recovery, a cancel, a capture, a reversal and
   *     a change of an account's status may. What it throws is thrown, and no outcome is logged
   * @return the outcome; or why nothing was done
   */
  public Either<ActionRefusal, ActionOutcome> perform(
      OperatorAction action, Supplier<ActionOutcome> doing) {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(doing, "doing");
    guard.check();
    return switch (actions.begin(action)) {
      case BEGUN -> Either.right(done(action.id(), doing));
      case ID_TAKEN -> again(action, doing);
      case IN_DOUBT -> Either.left(new ActionRefusal.LogInDoubt(action.id()));
    };
  }

  private Either<ActionRefusal, ActionOutcome> again(
      OperatorAction action, Supplier<ActionOutcome> doing) {
    return actions
        .find(action.id())
        .map(found -> found.<ActionRefusal>mapLeft(ActionRefusal.LogUnreadable::new))
        .orElseGet(() -> Either.left(new ActionRefusal.LogInDoubt(action.id())))
        .flatMap(
            logged ->
                logged.action().equals(action)
                    ? Either.right(logged.outcome().orElseGet(() -> done(action.id(), doing)))
                    : Either.left(new ActionRefusal.IdReused(logged.action())));
  }

  private ActionOutcome done(ActionId id, Supplier<ActionOutcome> doing) {
    ActionOutcome outcome = Objects.requireNonNull(doing.get(), "an outcome");
    return !outcome.isUnknown() && isLoggedByAnother(id, outcome)
        ? actions
            .find(id)
            .flatMap(Either::toJavaOptional)
            .flatMap(LoggedAction::outcome)
            .orElse(outcome)
        : outcome;
  }

  /** The action is done: that its outcome cannot be logged takes nothing of that back. */
  private boolean isLoggedByAnother(ActionId id, ActionOutcome outcome) {
    try {
      return actions.finish(id, outcome) == MatchOutcome.NOT_MATCHED;
    } catch (StoreException unlogged) {
      Guarded.run(
          "the log of action " + id,
          () -> {
            throw unlogged;
          });
      return false;
    }
  }

  /** The action as it is logged; a line that names it, if it cannot be read. */
  public Optional<Either<String, LoggedAction>> find(ActionId id) {
    return actions.find(Objects.requireNonNull(id, "id"));
  }

  /**
   * The actions that were begun last, the newest first: see {@link ActionRepository#latest}.
   *
   * @throws IllegalArgumentException if the skip or the limit is out of range
   */
  public List<Either<String, LoggedAction>> latest(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int skip, int limit) {
    return actions.latest(
        Objects.requireNonNull(subject, "subject"),
        Objects.requireNonNull(after, "after"),
        skip,
        limit);
  }
}
