package io.twophase.domain.operation;

/** The mode of a hold, by which a document may have other holds too. */
public enum HoldMode {
  /** None: of an insert, a change, a removal and a check that there is no document. */
  EXCLUSIVE,
  /** Other checks; and additions to fields that the check does not name. */
  SHARED,
  /** Other additions, and checks that do not name the field. */
  ESCROW
}
