package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
