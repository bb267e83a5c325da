package io.twophase.app;

import io.twophase.app.runtime.Deadlines;
import io.twophase.domain.document.Home;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;

/** A store whose calls keep to the deadlines of the threads that make them. */
final class BoundedStore implements Store {

  private final Store store;
  private final Holds holds;
  private final Records records;
  private final io.twophase.ports.Accounts accounts;
  private final EventRepository events;
  private final CarriedBalanceRepository carried;
  private final OwnerRepository owners;

  BoundedStore(Store store, Deadlines deadlines) {
    this.store = store;
    holds = deadlines.port(Holds.class, store.holds());
    records = deadlines.port(Records.class, store.records());
    accounts = deadlines.port(io.twophase.ports.Accounts.class, store.accounts());
    events = deadlines.port(EventRepository.class, store.events());
    carried = deadlines.port(CarriedBalanceRepository.class, store.carried());
    owners = deadlines.port(OwnerRepository.class, store.owners());
  }

  @Override
  public Holds holds() {
    return holds;
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public io.twophase.ports.Accounts accounts() {
    return accounts;
  }

  @Override
  public EventRepository events() {
    return events;
  }

  @Override
  public CarriedBalanceRepository carried() {
    return carried;
  }

  @Override
  public OwnerRepository owners() {
    return owners;
  }

  @Override
  public CallLimit callLimit() {
    return store.callLimit();
  }

  @Override
  public Home home() {
    return store.home();
  }

  @Override
  public String describe() {
    return store.describe();
  }

  // until the old ports are gone

}
