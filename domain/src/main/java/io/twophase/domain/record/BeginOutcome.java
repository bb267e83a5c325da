package io.twophase.domain.record;

/** What a store answers when a record is to be inserted. */
public enum BeginOutcome {
  /** The record is stored, by this call. */
  BEGUN,
  /** A record of this id is there; it may be this caller's own, from a call without an answer. */
  ID_TAKEN,
  /** No answer: it may be stored, now or later. */
  IN_DOUBT
}
