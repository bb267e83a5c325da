package io.twophase.app.orphan;

/** Why a hold is an orphan: nobody will ever settle it. */
public enum Proof {
  /**
   * Its transaction is canceled, or done at another epoch, and finishing comes last: rule 6 of the
   * protocol.
   */
  FINISHED,
  /** Its transaction has no record, and now never can have one: rule 7. */
  NO_RECORD,
  /**
   * Its transaction has been taken over since it was placed: rule 10. Only a hold of the record's
   * own epoch is ever settled.
   */
  OLDER_EPOCH
}
