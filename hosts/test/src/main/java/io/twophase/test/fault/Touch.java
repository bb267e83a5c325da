package io.twophase.test.fault;

import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.transaction.Transition;
import java.util.Locale;

/**
 * What one element of a write does, in the protocol's words.
 *
 * @param step such as {@code begin}, {@code hold}, {@code decide}, {@code settle}, {@code finish}
 * @param on the account, the document, or the transaction whose record it changes, as text
 */
public record Touch(String step, String on) {

  static Touch of(WriteKind kind, Object on) {
    return new Touch(kind.name().toLowerCase(Locale.ROOT), on.toString());
  }

  static Touch of(Transition transition) {
    return new Touch(transition.fold(new TransitionWords()), transition.transaction().toString());
  }

  static Touch of(BatchTransition transition) {
    return new Touch(transition.fold(new BatchTransitionWords()), transition.batch().toString());
  }

  static Touch of(RangeCall call) {
    return of(RangeKinds.of(call), call.account());
  }
}
