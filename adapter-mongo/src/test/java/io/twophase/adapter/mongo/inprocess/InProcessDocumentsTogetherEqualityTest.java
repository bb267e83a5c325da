package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.Store;
import io.twophase.test.contract.participant.DocumentsByParticipants;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same answers as in memory, where they are held behind accounts. */
class InProcessDocumentsTogetherEqualityTest extends JavaServerDocumentsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected DocumentRepository documents(Store store) {
    return DocumentsByParticipants.of(store);
  }
}
