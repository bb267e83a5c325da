package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.AllServerContracts;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contracts of all ports, on mongo-java-server, in this process. */
@Tag("deep")
@ExtendWith(JavaServerDifferences.class)
class InProcessContractsTest extends AllServerContracts {

  InProcessContractsTest() {
    super(Servers.inProcess(), true);
  }
}
