package io.twophase.ports;

/**
 * A store has these indexes for finding transactions, finished ones too. A search for what has none
 * reads every transaction. Each costs every transaction a key or more, for good, so there is none
 * unless it is asked for.
 *
 * @param byReference of the references, where a transaction has one
 * @param byAccount of the accounts that a transaction touches
 */
public record SearchIndexes(boolean byReference, boolean byAccount) {

  /** None of them. */
  public static final SearchIndexes NONE = new SearchIndexes(false, false);
}
