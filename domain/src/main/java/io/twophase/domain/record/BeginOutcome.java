package io.twophase.domain.record;

/** A store's answer to the insert of a record. */
public enum BeginOutcome {
  /** The record is stored, by this call. */
  BEGUN,
  /** A record of this id is there; it may be this caller's own, from a call without an answer. */
  ID_TAKEN,
  /** No answer: it may be stored, now or later. */
  IN_DOUBT
}
