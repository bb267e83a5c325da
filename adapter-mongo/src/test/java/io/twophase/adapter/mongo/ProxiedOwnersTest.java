package io.twophase.adapter.mongo;

import io.twophase.ports.OwnerRepository;
import io.twophase.ports.contract.OwnerRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, through a proxy that lets everything through. */
@ExtendWith(KnownDifferences.class)
class ProxiedOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
