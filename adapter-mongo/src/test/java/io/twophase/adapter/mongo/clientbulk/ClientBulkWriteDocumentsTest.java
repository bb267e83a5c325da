package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where the server tells what each write of a bulk came to. */
@Tag("deep")
class ClientBulkWriteDocumentsTest extends JavaServerDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
