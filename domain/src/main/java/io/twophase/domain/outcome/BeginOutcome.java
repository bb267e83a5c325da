package io.twophase.domain.outcome;

/** What a store answers when a record is to be inserted. */
public enum BeginOutcome {
  /** The record is stored, by this call. */
  BEGUN,
  /** A record of this id is there; it may be this caller's own, from a call without an answer. */
  ID_TAKEN,
  /**
   * The record has to be of a version that this store may not write yet, since older releases
   * cannot read it. Nothing was stored, and the id is as free as it was.
   */
  VERSION_NOT_ALLOWED,
  /** No answer: it may be stored, now or later. */
  IN_DOUBT
}
