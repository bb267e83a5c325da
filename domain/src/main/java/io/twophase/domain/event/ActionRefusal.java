package io.twophase.domain.event;

import io.twophase.domain.ActionId;
import io.twophase.domain.Reason;

/**
 * A reason why an action is not done. Nothing but the log was written then.
 *
 * @param id of the action
 * @param why what is in its way
 * @param message one line that names the action
 */
public record ActionRefusal(ActionId id, Why why, String message) implements Reason {

  /**
   * An operator's action is not done; HTTP status 409.
   *
   * <p>Then: send the action under an id of its own.
   */
  public enum Why {
    /**
     * The store has not confirmed that the action is logged.
     *
     * <p>Then: send the action again, under the same id.
     */
    LOG_IN_DOUBT("LogInDoubt"),
    /** Another action has the id. */
    ID_REUSED("IdReused"),
    /** The log's document of the id cannot be read. */
    LOG_UNREADABLE("LogUnreadable");

    private final String kind;

    Why(String kind) {
      this.kind = kind;
    }
  }

  /** It may be logged, or not; it is sent again under the same id. */
  public static ActionRefusal inDoubt(ActionId id) {
    return new ActionRefusal(
        id,
        Why.LOG_IN_DOUBT,
        "action "
            + id
            + ": the store has not confirmed that it is logged. It was not done; send"
            + " it again");
  }

  /** The id is that of what another operator asked for, or that of something else. */
  public static ActionRefusal reused(OperatorAction stored) {
    return new ActionRefusal(
        stored.id(),
        Why.ID_REUSED,
        "action %s is to %s %s, by %s: another one needs an id of its own"
            .formatted(stored.id(), stored.kind().word(), stored.subjectId(), stored.operator()));
  }

  /** Something is there that is no action. */
  public static ActionRefusal unreadable(ActionId id, String fault) {
    return new ActionRefusal(id, Why.LOG_UNREADABLE, fault);
  }

  @Override
  public String kind() {
    return why.kind;
  }
}
