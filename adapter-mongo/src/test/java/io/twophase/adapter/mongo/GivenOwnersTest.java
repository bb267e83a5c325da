package io.twophase.adapter.mongo;

import io.twophase.ports.OwnerRepository;
import io.twophase.ports.contract.OwnerRepositoryContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(GivenDifferences.class)
class GivenOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
