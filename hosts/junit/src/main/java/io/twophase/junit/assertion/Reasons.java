package io.twophase.junit.assertion;

import io.twophase.app.authorization.DecisionRefusal;
import io.twophase.app.transfer.Refusal;
import io.twophase.domain.Reason;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.collection.List;

/** A refusal and the reasons that it carries, outermost first: any of them is what is asked for. */
final class Reasons {

  private Reasons() {}

  static List<Reason> of(Refusal refusal) {
    return refusal.fold(
        invalid -> List.of(invalid, invalid.refusal()),
        canceled -> of(canceled.reason()).prepend(canceled),
        reused -> List.of(reused));
  }

  static List<Reason> of(DecisionRefusal refusal) {
    return refusal.fold(
        byRule -> List.of(byRule, byRule.rule()),
        voided -> List.of(voided),
        expired -> List.of(expired),
        never -> of(never.reason()).prepend(never),
        notFound -> List.of(notFound));
  }

  static List<Reason> of(CancelReason reason) {
    return reason.fold(
        refused -> List.of(refused, refused.refusal()),
        document -> List.of(document, document.refusal()),
        requested -> List.of(requested),
        recovered -> List.of(recovered),
        neverBegun -> List.of(neverBegun),
        expired -> List.of(expired));
  }

  /** As failures show them: the word for programs, and the line for people. */
  static String text(Reason reason) {
    return reason.kind() + ", " + reason.message();
  }
}
