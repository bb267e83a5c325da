package io.twophase.test.fault;

import static io.twophase.test.fault.WriteKind.RELEASE;
import static io.twophase.test.fault.WriteKind.SETTLE;
import static io.twophase.test.fault.WriteKind.WITHDRAW;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import java.util.Locale;
import java.util.Optional;

/**
 * Says in the protocol's words what one element of a write does.
 *
 * @param kind which write the element is of
 * @param step such as {@code begin}, {@code hold}, {@code decide}, {@code settle}, {@code finish}
 * @param on the account, the document, the record or the member that it changes, as text
 * @param claim what is placed, or settled
 */
public record Touch(WriteKind kind, String step, String on, Optional<Claim> claim) {

  static Touch of(WriteKind kind, Object on) {
    return of(kind, on, Optional.empty());
  }

  static Touch of(WriteKind kind, Target target, Optional<Claim> claim) {
    return of(kind, target.<Object>fold(account -> account, document -> document), claim);
  }

  private static Touch of(WriteKind kind, Object on, Optional<Claim> claim) {
    return new Touch(kind, kind.name().toLowerCase(Locale.ROOT), on.toString(), claim);
  }

  static Touch of(Ending ending) {
    WriteKind kind = ending.happens() ? SETTLE : ending.at().isEmpty() ? RELEASE : WITHDRAW;
    return of(kind, ending.target(), ending.claim().filter(claim -> ending.happens()));
  }

  /** Returns whether it is of a write by which transactions come about. */
  boolean isOfTransactions() {
    return WriteKind.OF_TRANSACTIONS.contains(kind);
  }

  static Touch of(Transition transition) {
    String record = transition.record().value();
    return new Touch(WriteKind.ADVANCE, step(transition), record, Optional.empty());
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
