package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.AllServerContracts;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of all ports, on the embedded server, by the real adapter and driver. */
class EmbeddedContractsTest extends AllServerContracts {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  /** It tells ids apart as MongoDB does. */
  EmbeddedContractsTest() {
    super(STORE.databases(), false);
  }
}
