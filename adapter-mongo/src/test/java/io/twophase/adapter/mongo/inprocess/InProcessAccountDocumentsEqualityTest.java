package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.AccountDocumentsEquality;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same answers as in memory. */
class InProcessAccountDocumentsEqualityTest extends AccountDocumentsEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
