package io.twophase.domain.reading;

/**
 * Documents and what the records say of their holds.
 *
 * @param look the documents
 * @param records those of the transactions that hold them, read after them
 */
record Judged(Look look, HolderRecords records) {

  /** Whether both are of one moment by themselves. */
  boolean isEnough() {
    return look.isEnough() && records.allThere();
  }
}
