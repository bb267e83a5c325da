package io.twophase.domain.explorer.tutorial;

/** Who is at work in the tutorial. */
enum TutorialRole {
  /** Runs what is initial. */
  OWNER,
  /** Goes on with what is pending or applied and, as far as it can tell, left alone. */
  RECOVERER,
  /** Cancels what is pending. */
  CANCELLER
}
