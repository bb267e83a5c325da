package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, on the server in this process. */
class InProcessDocumentsTest extends JavaServerDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
