package io.twophase.domain.event;

import io.twophase.domain.ActionId;
import io.twophase.domain.Reason;

/**
 * An operator's action is not done; HTTP status 409. Nothing but the log was written.
 *
 * <p>Then: send the action under an id of its own.
 */
public sealed interface ActionRefusal extends Reason {

  /**
   * The store has not confirmed that the action is logged.
   *
   * <p>Then: send the action again, under the same id.
   */
  @Line("action %s: the store has not confirmed that it is logged. It was not done; send it again")
  record LogInDoubt(ActionId id) implements ActionRefusal {}

  /** Another action has the id. */
  record IdReused(OperatorAction stored) implements ActionRefusal {
    @Override
    public String message() {
      return "action %s is to %s %s, by %s: another one needs an id of its own"
          .formatted(stored.id(), stored.kind().word(), stored.subjectId(), stored.operator());
    }
  }

  /** The log's document of the id cannot be read. */
  record LogUnreadable(String message) implements ActionRefusal {}
}
