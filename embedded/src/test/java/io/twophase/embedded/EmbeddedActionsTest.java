package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.ports.ActionRepository;
import io.twophase.test.contract.action.ActionRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of operators' actions, on the embedded server, by the real adapter and driver. */
class EmbeddedActionsTest extends ActionRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  protected ActionRepository repository() {
    return FRESH.store().actions();
  }
}
