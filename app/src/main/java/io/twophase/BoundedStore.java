package io.twophase;

import io.twophase.app.runtime.Deadlines;
import io.twophase.domain.document.Home;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;

/** A store whose calls keep to the deadlines of the threads that make them. */
record BoundedStore(
    Holds holds,
    Records records,
    io.twophase.ports.Accounts accounts,
    EventRepository events,
    CarriedBalanceRepository carried,
    OwnerRepository owners,
    ActionRepository actions,
    CallLimit callLimit,
    Home home,
    EntityMapper mapper)
    implements Store {

  static BoundedStore of(Store store, Deadlines deadlines) {
    return new BoundedStore(
        deadlines.port(Holds.class, store.holds()),
        deadlines.port(Records.class, store.records()),
        deadlines.port(io.twophase.ports.Accounts.class, store.accounts()),
        deadlines.port(EventRepository.class, store.events()),
        deadlines.port(CarriedBalanceRepository.class, store.carried()),
        deadlines.port(OwnerRepository.class, store.owners()),
        deadlines.port(ActionRepository.class, store.actions()),
        store.callLimit(),
        store.home(),
        store.mapper());
  }
}
