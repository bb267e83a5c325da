package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.Store;
import io.twophase.test.contract.participant.DocumentsByParticipants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where they are held in one command with accounts. */
@Tag("deep")
class ClientBulkWriteDocumentsTogetherTest extends JavaServerDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected DocumentRepository documents(Store store) {
    return DocumentsByParticipants.of(store);
  }
}
