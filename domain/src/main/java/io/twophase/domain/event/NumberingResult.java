package io.twophase.domain.event;

/** The end of a {@link NumberingPass}. */
public enum NumberingResult {
  /** All that was decided before the pass is numbered. */
  ALL_NUMBERED,
  /**
   * Its numbers are not there yet, as a majority has it: the store did not answer, or another pass
   * has just given the same ones. A later pass finds out the effect of that.
   */
  NOT_SEEN_YET,
  /** The store did not answer whether it has marked the records. A later pass marks them again. */
  IN_DOUBT
}
