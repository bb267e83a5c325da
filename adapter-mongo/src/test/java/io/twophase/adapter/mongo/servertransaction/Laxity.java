package io.twophase.adapter.mongo.servertransaction;

/** What a server may let happen beside an open transaction, and must not. */
public enum Laxity {
  /** Two open transactions write one document. */
  TWO_WRITERS,
  /** A transaction writes what was changed after its snapshot. */
  STALE_WRITES,
  /** A write outside of transactions does not wait for an open one that has written the same. */
  WRITES_BESIDES
}
