package io.twophase.adapter.mongo.replicaset;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsTest;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import io.twophase.test.contract.record.RecordsContract;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of all ports, on a replica set whose majority lags behind its primary. */
@ExtendWith(KnownDifferences.class)
class ReplicaSetContractsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Nested
  class OfHolds extends JavaServerHoldsTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfRecords extends RecordsContract {
    @Override
    protected Records records() {
      return FRESH.store().records();
    }
  }

  @Nested
  class OfOwners extends OwnerRepositoryContract {
    @Override
    protected OwnerRepository repository() {
      return FRESH.store().owners();
    }
  }

  @Nested
  class OfCarriedBalances extends CarriedBalanceRepositoryContract {
    @Override
    protected CarriedBalanceRepository repository() {
      return FRESH.store().carried();
    }
  }

  @Nested
  class OfEvents extends EventRepositoryContract {
    @Override
    protected EventStore store() {
      MongoStore store = FRESH.store();
      return new EventStore(store.records(), store.events());
    }
  }
}
