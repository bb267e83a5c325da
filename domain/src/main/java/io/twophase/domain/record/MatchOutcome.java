package io.twophase.domain.record;

/** A store's answer to a guarded write. Match counts decide; no outcome is ever assumed. */
public enum MatchOutcome {
  /** The guard held and the write took effect. */
  MATCHED,
  /** The guard did not hold; nothing was changed. */
  NOT_MATCHED,
  /** No answer: the write may have taken effect, or may yet. */
  IN_DOUBT;

  /** Returns the answer to a write that is acknowledged. */
  public static MatchOutcome of(boolean isMatched) {
    return isMatched ? MATCHED : NOT_MATCHED;
  }
}
