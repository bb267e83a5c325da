package io.twophase.domain.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The kinds of actions of an operator. There is none that sets the state of a transaction. */
public enum ActionKind {
  /** Finish a transaction that nobody works on. */
  RECOVER(ActionSubject.Type.TRANSACTION),
  /** End a transaction that is not decided. */
  CANCEL(ActionSubject.Type.TRANSACTION),
  /** Decide that an authorization does not happen. */
  VOID(ActionSubject.Type.TRANSACTION),
  /** Decide that an authorization happens. */
  CAPTURE(ActionSubject.Type.TRANSACTION),
  /** Note that an approver of an authorization agrees. */
  APPROVE(ActionSubject.Type.TRANSACTION),
  /** Move a done transaction's money back. */
  REVERSE(ActionSubject.Type.TRANSACTION),
  /** Have an account refuse transactions. */
  FREEZE(ActionSubject.Type.ACCOUNT),
  /** Have a frozen account take part again. */
  UNFREEZE(ActionSubject.Type.ACCOUNT);

  private final ActionSubject.Type subject;

  ActionKind(ActionSubject.Type subject) {
    this.subject = subject;
  }

  /** All kinds that are about something of that type. */
  public static List<ActionKind> about(ActionSubject.Type type) {
    Objects.requireNonNull(type, "type");
    return Arrays.stream(values()).filter(kind -> kind.subject == type).toList();
  }

  /** Its name in the store and in addresses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The subject of that id, for an action of this kind. */
  public ActionSubject subject(String id) {
    return new ActionSubject(subject, id);
  }
}
