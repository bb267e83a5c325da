package io.twophase.app.engine;

/**
 * The purpose of a call on the store: the steps of the protocol as a listener is told of them. A
 * transaction that meets nobody is begun, held, decided, settled and finished; the others are what
 * comes in between.
 */
public enum ProtocolStep {
  /** The record is inserted. */
  BEGIN,
  /** A record that is there becomes this process's own: claimed, or taken over. */
  ACQUIRE,
  /** Amounts and documents are held, or holds that are there are stamped with a new epoch. */
  HOLD,
  /** The record is decided: applied, authorized or canceled. */
  DECIDE,
  /** Holds of a decided transaction are settled. */
  SETTLE,
  /** Holds of a canceled transaction are released, or one's own of an epoch that is over. */
  RELEASE,
  /** The record is closed: done or canceled. */
  FINISH,
  /** Records or accounts are read, where another is at work or an answer did not come. */
  READ,
  /** A batch is tried as one transaction of the server, in place of all other steps. */
  SERVER_TRANSACTION
}
