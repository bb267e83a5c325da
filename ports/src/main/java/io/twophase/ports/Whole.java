package io.twophase.ports;

import io.twophase.domain.record.TransactionRecord;
import java.util.Optional;

/**
 * The answer to a request to run a record at once.
 *
 * @param kind whether it ran
 * @param record as it is stored, of one that ran
 */
public record Whole(Kind kind, Optional<TransactionRecord> record) {

  /** The answers of the shortcut. */
  public enum Kind {
    /** All of it is stored, and cannot be undone. */
    COMMITTED,
    /** Nothing of it is stored, nor will be: the store has no such shortcut, or it failed. */
    NOT_RUN,
    /**
     * Nothing of it is stored, nor will be: the record's own ids, its targets' holds or others'
     * writes were in the way.
     */
    CONTENDED,
    /**
     * All of it may be stored, or may be yet, until something lies under one of its ids. So
     * beginning the same record by the protocol resolves it.
     */
    IN_DOUBT
  }

  /** The record is stored, and has ended. */
  public static Whole committed(TransactionRecord record) {
    return new Whole(Kind.COMMITTED, Optional.of(record));
  }

  /** Nothing is stored, or nobody knows. */
  public static Whole of(Kind kind) {
    return new Whole(kind, Optional.empty());
  }
}
