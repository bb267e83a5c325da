package io.twophase.test.equality.document;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Which answers a store may give that differ from the exact ones: what "Match counts" of {@code
 * DocumentRepository} allows, and nothing else. Only where some of a call's elements match and some
 * do not is there anything to allow.
 */
final class DocumentLatitude {

  private final DocumentRepository exact;

  /** Judged by the state that the exact store is in: before the call its order, then its answer. */
  DocumentLatitude(DocumentRepository exact) {
    this.exact = exact;
  }

  /**
   * The call with the first additions to a field behind the others, where a store may put them: so
   * its elements take effect in the order asked.
   */
  DocumentCall inToldOrder(DocumentCall call) {
    if (call.kind() != DocumentCall.Kind.HOLD) {
      return call;
    }
    List<DocumentLeg> legs = new ArrayList<>(call.legs());
    List<DocumentLeg> last = legs.stream().filter(this::givesBounds).toList();
    legs.removeIf(this::givesBounds);
    legs.addAll(last);
    return new DocumentCall(call.kind(), legs);
  }

  private boolean givesBounds(DocumentLeg leg) {
    return leg.operation() instanceof AddToField addition
        && !exact
            .findLatest(leg.document())
            .<Boolean>fold(
                found -> found.document().escrow().containsKey(addition.field()),
                absent -> false,
                unreadable -> false);
  }

  /** Whether {@code told} may be answered to {@code call}, where {@code expected} is exact. */
  boolean allows(DocumentCall call, List<?> expected, List<?> told) {
    if (expected.equals(told)) {
      return true;
    }
    if (expected.size() != told.size() || !isMixed(expected)) {
      return false;
    }
    for (int at = 0; at < told.size(); at++) {
      Object exactly = expected.get(at);
      Object answer = told.get(at);
      if (!exactly.equals(answer) && !allows(call, at, exactly, answer)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMixed(List<?> answers) {
    long matched = answers.stream().filter(DocumentLatitude::isMatch).count();
    return matched > 0 && matched < answers.size();
  }

  private static boolean isMatch(Object answer) {
    return answer == MatchOutcome.MATCHED || answer.equals(DocumentHoldOutcome.held());
  }

  private boolean allows(DocumentCall call, int at, Object expected, Object told) {
    DocumentLeg leg = call.legs().get(at);
    DocumentHold asked = DocumentHold.of(leg);
    List<DocumentHold> now = held(leg);
    return switch (call.kind()) {
      case STORE, FIND, FIND_LATEST -> false;
      case HOLD ->
          allowsHold(asked, now, (DocumentHoldOutcome) expected, (DocumentHoldOutcome) told);
      case STAMP ->
          told == MatchOutcome.MATCHED
              ? now.contains(asked)
              : now.stream()
                  .anyMatch(
                      hold ->
                          hold.isSameExceptEpoch(asked) && asked.epoch().olderThan(hold.epoch()));
      case SETTLE, WITHDRAW -> told == MatchOutcome.MATCHED && !now.contains(asked);
      case RELEASE ->
          told == MatchOutcome.MATCHED && now.stream().noneMatch(asked::isSameExceptEpoch);
    };
  }

  private static boolean allowsHold(
      DocumentHold asked,
      List<DocumentHold> now,
      DocumentHoldOutcome expected,
      DocumentHoldOutcome told) {
    boolean wasKeptOut =
        expected.fold(
            held -> false, present -> false, busy -> true, refused -> true, lost -> false);
    return told.fold(
        held -> now.contains(asked),
        present ->
            wasKeptOut
                && now.stream()
                    .filter(asked::isOfSameTransaction)
                    .anyMatch(
                        hold ->
                            hold.epoch().equals(present.epoch())
                                && hold.isSameExceptEpoch(asked) == present.exactly()),
        busy -> wasKeptOut && now.contains(busy.holder()),
        refused ->
            refusal(expected).exists(exactly -> differOnlyInWords(refused.refusal(), exactly)),
        inDoubt -> false);
  }

  private static Option<DocumentRefusal> refusal(DocumentHoldOutcome outcome) {
    return outcome.fold(
        held -> Option.none(),
        present -> Option.none(),
        busy -> Option.none(),
        refused -> Option.some(refused.refusal()),
        inDoubt -> Option.none());
  }

  /** A refusal names a field's value of some moment of the call. */
  private static boolean differOnlyInWords(DocumentRefusal told, DocumentRefusal exactly) {
    return told.kind().equals(exactly.kind()) && told.document().equals(exactly.document());
  }

  private List<DocumentHold> held(DocumentLeg leg) {
    return exact
        .findLatest(leg.document())
        .fold(found -> found.document().holds(), absent -> List.of(), unreadable -> List.of());
  }
}
