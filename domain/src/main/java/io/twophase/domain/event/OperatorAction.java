package io.twophase.domain.event;

import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.transaction.Labels;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An action is asked for by an operator, to be done by hand.
 *
 * @param id makes it safe to ask twice
 * @param operator who asks
 * @param reason why
 * @param kind what is to be done
 * @param subjectId the id, as text, of what it is to be done to
 * @param arguments what else there is to say of it, such as an amount; the rules are those of the
 *     metadata of {@link Labels}
 */
public record OperatorAction(
    ActionId id,
    OperatorName operator,
    ActionReason reason,
    ActionKind kind,
    String subjectId,
    Map<String, String> arguments) {

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if the kind is about no such thing, or an argument breaks a
   *     rule
   */
  public OperatorAction {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(operator, "operator");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(kind, "kind").subject(subjectId);
    arguments = new Labels(Optional.empty(), arguments).metadata();
  }

  /** Returns what it is to be done to. */
  public ActionSubject subject() {
    return kind.subject(subjectId);
  }
}
