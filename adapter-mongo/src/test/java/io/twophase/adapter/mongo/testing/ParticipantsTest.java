package io.twophase.adapter.mongo.testing;

import io.twophase.ports.Store;
import io.twophase.test.contract.participant.ParticipantRepositoryContract;

/** The contract of participants, on a server. */
public abstract class ParticipantsTest extends ParticipantRepositoryContract {

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected final Store store() {
    return database().store();
  }
}
