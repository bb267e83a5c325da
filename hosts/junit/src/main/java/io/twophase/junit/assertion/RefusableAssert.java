package io.twophase.junit.assertion;

import io.twophase.domain.Reason;

/**
 * Assertions on what became of something that may be refused.
 *
 * @param <S> the assertions themselves
 * @param <O> the outcome
 */
public abstract class RefusableAssert<S extends RefusableAssert<S, O>, O>
    extends OutcomeAssert<S, O> {

  RefusableAssert(O actual, Class<?> self) {
    super(actual, self);
  }

  /** It is refused, for whatever reason. */
  public S isRefused() {
    return is(Said.REFUSED);
  }

  /**
   * It is refused for this reason, such as {@code HoldRefusal.InsufficientFunds.class}. The type is
   * that of the refusal, or of the reason for which an authorization was never authorized.
   */
  public S isRefusedFor(Class<? extends Reason> reason) {
    isRefused();
    if (said().reason(reason).isEmpty()) {
      failWithMessage(
          "%nExpecting %s%nto be refused for %s%nbut it is %s",
          subject(), reason.getSimpleName(), text());
    }
    return myself;
  }

  /** It is refused for the reason of this kind, such as {@code InsufficientFunds}. */
  public S isRefusedFor(String kind) {
    isRefused();
    if (said().why().stream().noneMatch(reason -> reason.kind().equals(kind))) {
      failWithMessage(
          "%nExpecting %s%nto be refused for %s%nbut it is %s", subject(), kind, text());
    }
    return myself;
  }
}
