package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the owners, on the embedded server, by the real adapter and driver. */
@ExtendWith(SortsTextsOtherwise.class)
class EmbeddedOwnersTest extends OwnerRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  protected OwnerRepository repository() {
    return FRESH.store().owners();
  }
}
