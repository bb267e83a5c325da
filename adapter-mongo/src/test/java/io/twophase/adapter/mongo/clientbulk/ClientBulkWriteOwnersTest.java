package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, where the server tells what each write of a bulk came to. */
@Tag("deep")
@ExtendWith(KnownDifferences.class)
class ClientBulkWriteOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
