package io.twophase.adapter.mongo;

import io.twophase.ports.OwnerRepository;
import io.twophase.ports.contract.OwnerRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, on mongo-java-server, in this process. */
@ExtendWith(KnownDifferences.class)
class InProcessOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
