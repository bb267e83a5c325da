package io.twophase.domain.testing;

import io.vavr.control.Either;

/** Opens an {@link Either}, and fails with what it holds where it is the other. */
public final class Answers {

  private Answers() {}

  /** What was accepted; fails with the refusal if it was refused. */
  public static <R> R accepted(Either<?, R> answer) {
    return answer.getOrElseThrow(refusal -> new AssertionError("refused: " + refusal));
  }

  /** Why it was refused; fails with what was accepted if it was. */
  public static <L> L refused(Either<L, ?> answer) {
    return answer
        .swap()
        .getOrElseThrow(accepted -> new AssertionError("not refused, but accepted: " + accepted));
  }
}
