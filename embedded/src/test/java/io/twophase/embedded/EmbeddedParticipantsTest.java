package io.twophase.embedded;

import io.twophase.ports.Store;
import io.twophase.test.contract.participant.ParticipantRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of participants, on the embedded server, by the real adapter and driver. */
class EmbeddedParticipantsTest extends ParticipantRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected Store store() {
    return STORE.fresh();
  }
}
