package io.twophase.junit.assertion;

import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on what became of something that was asked for.
 *
 * @param <S> the assertions themselves
 * @param <O> the outcome
 */
public abstract class OutcomeAssert<S extends OutcomeAssert<S, O>, O> extends AbstractAssert<S, O> {

  OutcomeAssert(O actual, Class<?> self) {
    super(actual, self);
  }

  /** Returns what the outcome says; it is there. */
  abstract Said said();

  /** The outcome is not known; asking again would resolve it. */
  public S isUnknown() {
    return is(Said.UNKNOWN);
  }

  /** The outcome is the case of this word. */
  S is(String word) {
    isNotNull();
    if (!said().is().equals(word)) {
      failWithMessage("%nExpecting %s%nto be %s%nbut it is %s", subject(), word, text());
    }
    return myself;
  }

  final String subject() {
    return said().subject();
  }

  final String text() {
    return said().text();
  }
}
