package io.twophase.domain.account;

/** The state of a period. */
public enum PeriodState {
  /** It takes postings. */
  OPEN,
  /** It takes no new postings; some that were begun before may be undecided still. */
  CLOSING,
  /** It takes no postings, and all that were begun in it are decided. */
  CLOSED
}
