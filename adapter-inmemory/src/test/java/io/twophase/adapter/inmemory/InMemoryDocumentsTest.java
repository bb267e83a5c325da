package io.twophase.adapter.inmemory;

import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import java.time.Clock;

class InMemoryDocumentsTest extends DocumentRepositoryContract {

  @Override
  protected DocumentRepository repository() {
    return InMemoryStore.create(Clock.systemUTC()).documents();
  }
}
