package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.test.contract.action.ActionRepositoryContract;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import io.twophase.test.contract.limit.CallLimitContract;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.Nested;

/** The contracts of all ports, on a server. */
public abstract class AllServerContracts extends ServerContracts {

  protected AllServerContracts(FreshDatabase database, boolean isJavaServer) {
    super(database, isJavaServer);
  }

  /** Whether the server has change streams. */
  protected boolean isSignalling() {
    return false;
  }

  @Nested
  class OfOwners extends OwnerRepositoryContract {
    @Override
    protected OwnerRepository repository() {
      return database.store().owners();
    }
  }

  @Nested
  class OfActions extends ActionRepositoryContract {
    @Override
    protected ActionRepository repository() {
      return database.store().actions();
    }
  }

  @Nested
  class OfCarriedBalances extends CarriedBalanceRepositoryContract {
    @Override
    protected CarriedBalanceRepository repository() {
      return database.store().carried();
    }
  }

  @Nested
  class OfEvents extends EventRepositoryContract {
    @Override
    protected EventStore store() {
      MongoStore store = database.store();
      return new EventStore(store.records(), store.events());
    }

    @Override
    protected boolean isSignalling() {
      return AllServerContracts.this.isSignalling();
    }
  }

  @Nested
  class OfLimits extends CallLimitContract {
    @Override
    protected Store store() {
      return database.store();
    }
  }
}
