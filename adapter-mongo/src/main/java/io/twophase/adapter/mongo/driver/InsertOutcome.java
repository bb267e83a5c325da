package io.twophase.adapter.mongo.driver;

/** What became of a document that was to be inserted. */
public enum InsertOutcome {
  /** It is stored, by this call. */
  INSERTED,
  /** It is not: its id is taken, or a value of a unique index. */
  KEY_TAKEN,
  /** No answer: it may be stored, now or later. */
  IN_DOUBT
}
