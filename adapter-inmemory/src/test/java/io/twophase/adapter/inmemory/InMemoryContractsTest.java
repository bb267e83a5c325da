package io.twophase.adapter.inmemory;

import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore.InMemoryCarriedBalanceRepository;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.action.ActionRepositoryContract;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import io.twophase.test.contract.limit.CallLimitContract;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import io.twophase.test.contract.record.RecordsContract;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contracts of all ports, on the store in memory. */
class InMemoryContractsTest {
  private static InMemoryStore store() {
    return InMemoryStore.create(Clock.systemUTC());
  }

  @Nested
  class OfHolds extends HoldsContract {
    private InMemoryHolds holds = holds(HoldLimit.DEFAULT);

    private static InMemoryHolds holds(HoldLimit limit) {
      return new InMemoryHolds(new HoldRules(Documents.HOME, InMemoryStore.ACCOUNTS, limit));
    }

    @Override
    protected HoldStore store(HoldLimit limit) {
      holds = holds(limit);
      return new HoldStore(holds, holds.accounts(Clock.systemUTC()), new Home("transactions"));
    }

    @Override
    protected void host(DocumentRef document, Fields fields) {
      holds.store(document, fields);
    }

    @Test
    void aHostStoresNeitherTheProtocolsFieldsNorADocumentTwice() {
      DocumentRef order = Documents.order(1);
      for (String name : List.of(Names.PENDING, Names.ID)) {
        assertThatThrownBy(() -> holds.store(order, Documents.fields(name, "x")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("orders 1: no host writes the field " + name);
      }
      holds.store(order, Documents.fields("a", 1));
      assertThatThrownBy(() -> holds.store(Documents.order(1.0), Documents.fields("a", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("already");
    }

    @Test
    void aHostWritesNoneOfAnAccountsOwnFields() {
      Opening opening = Fixtures.account("A").opening(cents(5));
      holds.accounts(Clock.systemUTC()).open(List.of(opening));
      DocumentRef account = InMemoryStore.ACCOUNTS.document("A");
      for (String name : List.of("status", "balance", "openFor", "normal")) {
        assertThatThrownBy(() -> holds.store(account, Documents.fields(name, "frozen")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("accounts \"A\": no host writes the field " + name);
      }
      holds.store(account, Documents.fields("color", "red"));
    }
  }

  /** By a clock that only the test advances. */
  @Nested
  class OfRecords extends RecordsContract {
    private final SettableClock clock = new SettableClock(Fixtures.NOW);

    @Override
    protected Records records() {
      return new InMemoryRecords(clock, Keeping.FOR_EVER);
    }

    @Override
    protected void letTimePass() {
      clock.advance(Duration.ofMillis(1));
    }
  }

  @Nested
  class OfOwners extends OwnerRepositoryContract {
    @Override
    protected OwnerRepository repository() {
      return InMemoryContractsTest.store().owners();
    }
  }

  @Nested
  class OfActions extends ActionRepositoryContract {
    @Override
    protected ActionRepository repository() {
      return InMemoryContractsTest.store().actions();
    }
  }

  @Nested
  class OfCarriedBalances extends CarriedBalanceRepositoryContract {
    @Override
    protected CarriedBalanceRepository repository() {
      return new InMemoryCarriedBalanceRepository();
    }
  }

  @Nested
  class OfEvents extends EventRepositoryContract {
    @Override
    protected EventStore store() {
      InMemoryStore store = InMemoryContractsTest.store();
      return new EventStore(store.records(), store.events());
    }

    @Override
    protected boolean isSignalling() {
      return true;
    }
  }

  @Nested
  class OfLimits extends CallLimitContract {
    @Override
    protected Store store() {
      return InMemoryContractsTest.store();
    }
  }
}
