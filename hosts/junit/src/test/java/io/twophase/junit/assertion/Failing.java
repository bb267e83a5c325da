package io.twophase.junit.assertion;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Shows that an assertion fails, and what it says. */
final class Failing {

  private Failing() {}

  /** It fails, and its message has these lines, one below the other; slashes part them here. */
  static void with(ThrowingCallable assertion, String lines) {
    assertThatThrownBy(assertion)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(lines.replace(" / ", System.lineSeparator()));
  }
}
