package io.twophase.adapter.mongo;

import io.twophase.ports.OwnerRepository;
import io.twophase.ports.contract.OwnerRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, where the server tells what each write of a bulk came to. */
@ExtendWith(KnownDifferences.class)
class TellingOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
