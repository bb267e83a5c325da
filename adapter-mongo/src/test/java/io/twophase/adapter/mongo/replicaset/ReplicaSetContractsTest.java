package io.twophase.adapter.mongo.replicaset;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.ParticipantsTest;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import io.twophase.test.contract.atomic.AtomicBatchesContract;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of all ports, on a replica set whose majority lags behind its primary. */
@ExtendWith(KnownDifferences.class)
class ReplicaSetContractsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Nested
  class OfAccounts extends AccountRepositoryContract {
    @Override
    protected AccountRepository repository() {
      return FRESH.store().accounts();
    }
  }

  @Nested
  class OfTransactions extends TransactionRepositoryContract {
    @Override
    protected TransactionRepository repository() {
      return FRESH.store().transactions();
    }
  }

  @Nested
  class OfBatches extends BatchRepositoryContract {
    @Override
    protected BatchStore store() {
      MongoStore store = FRESH.store();
      return BatchStore.whoseReadsLag(store.transactions(), store.batches().get().records());
    }
  }

  @Nested
  class OfRanges extends RangeRepositoryContract {
    @Override
    protected RangeStore store() {
      MongoStore store = FRESH.store();
      return new RangeStore(store.accounts(), store.batches().get().ranges());
    }
  }

  @Nested
  class OfDocuments extends JavaServerDocumentsTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfParticipants extends ParticipantsTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
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
  class OfPeriods extends PeriodRepositoryContract {
    @Override
    protected PeriodStore store() {
      MongoStore store = FRESH.store();
      return new PeriodStore(store.documents(), store.periods().get());
    }
  }

  @Nested
  class OfCarriedBalances extends CarriedBalanceRepositoryContract {
    @Override
    protected CarriedBalanceRepository repository() {
      return FRESH.store().carried().get();
    }
  }

  @Nested
  class OfEvents extends EventRepositoryContract {
    @Override
    protected EventStore store() {
      MongoStore store = FRESH.store();
      return new EventStore(
          store.transactions(), store.batches().get().records(), store.events().get());
    }
  }

  @Nested
  class OfAtomicBatches extends AtomicBatchesContract {
    @Override
    protected Store store() {
      return FRESH.store(
          MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
    }
  }
}
