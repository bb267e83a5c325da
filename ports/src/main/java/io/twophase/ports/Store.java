package io.twophase.ports;

import io.twophase.domain.participant.Home;

/** The repositories of one store, which belong together. */
public interface Store {

  /** The accounts. */
  AccountRepository accounts();

  /** The documents of hosts that take part in transactions. */
  DocumentRepository documents();

  /**
   * The accounts and the documents as what transactions hold: what the engine writes to. It is the
   * accounts and then the documents, unless the store can send both together.
   */
  default ParticipantRepository participants() {
    return AccountsThenDocuments.of(accounts(), documents());
  }

  /** The transaction records. */
  TransactionRepository transactions();

  /** The owners of what is under way: the processes that are alive. */
  OwnerRepository owners();

  /** Where the transaction records are: what the holds on documents name. */
  Home home();
}
