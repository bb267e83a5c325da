package io.twophase.adapter.mongo.driver;

import io.twophase.domain.record.MatchOutcome;

/** The outcome of an insert of a document. */
public enum InsertOutcome {
  /** It is stored, by this call. */
  INSERTED,
  /** It is not: its id is taken, or a value of a unique index. */
  KEY_TAKEN,
  /** No answer: it may be stored, now or later. */
  IN_DOUBT;

  /** Answers as a write that matches if the key is free. */
  public MatchOutcome matched() {
    return switch (this) {
      case INSERTED -> MatchOutcome.MATCHED;
      case KEY_TAKEN -> MatchOutcome.NOT_MATCHED;
      case IN_DOUBT -> MatchOutcome.IN_DOUBT;
    };
  }
}
