package io.twophase.adapter.inmemory;

import io.twophase.ports.Store;
import io.twophase.test.contract.participant.ParticipantRepositoryContract;
import java.time.Clock;

class InMemoryParticipantsTest extends ParticipantRepositoryContract {

  @Override
  protected Store store() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
