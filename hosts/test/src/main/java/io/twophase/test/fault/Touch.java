package io.twophase.test.fault;

import static io.twophase.test.fault.WriteKind.RELEASE;
import static io.twophase.test.fault.WriteKind.SETTLE;
import static io.twophase.test.fault.WriteKind.WITHDRAW;

import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import java.util.Locale;

/**
 * Says in the protocol's words what one element of a write does.
 *
 * @param kind which write the element is of
 * @param step such as {@code begin}, {@code hold}, {@code decide}, {@code settle}, {@code finish}
 * @param on the account, the document, the record or the member that it changes, as text
 */
public record Touch(WriteKind kind, String step, String on) {

  static Touch of(WriteKind kind, Object on) {
    return new Touch(kind, kind.name().toLowerCase(Locale.ROOT), on.toString());
  }

  static Touch of(WriteKind kind, Target target) {
    return of(kind, target.<Object>fold(account -> account, document -> document));
  }

  static Touch of(Ending ending) {
    WriteKind kind = ending.happens() ? SETTLE : ending.at().isEmpty() ? RELEASE : WITHDRAW;
    return of(kind, ending.target());
  }

  static Touch of(Transition transition) {
    return new Touch(WriteKind.ADVANCE, step(transition), transition.record().value());
  }

  private static String step(Transition transition) {
    return switch (transition.kind()) {
      case ACQUIRE -> transition.from() == State.INITIAL ? "claim" : "take over";
      case AUTHORIZE -> "authorize";
      case APPROVE -> "approve";
      case EXCLUDE -> "exclude";
      case DECIDE -> decision(transition.from() == State.AUTHORIZED, transition.to());
      case FINISH -> "finish";
      case FORGET -> "forget";
    };
  }

  private static String decision(boolean isAuthorized, State to) {
    return to == State.APPLIED
        ? (isAuthorized ? "capture" : "decide")
        : (isAuthorized ? "void" : "cancel");
  }
}
