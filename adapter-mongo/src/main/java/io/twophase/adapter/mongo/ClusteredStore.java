package io.twophase.adapter.mongo;

import io.twophase.domain.document.Home;
import io.twophase.ports.Accounts;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;

/** A store whose documents are on several clusters. */
record ClusteredStore(MongoStore store, Holds holds) implements Store {

  @Override
  public Records records() {
    return store.records();
  }

  @Override
  public Accounts accounts() {
    return store.accounts();
  }

  @Override
  public EventRepository events() {
    return store.events();
  }

  @Override
  public CarriedBalanceRepository carried() {
    return store.carried();
  }

  @Override
  public OwnerRepository owners() {
    return store.owners();
  }

  @Override
  public Home home() {
    return store.home();
  }

  @Override
  public CallLimit callLimit() {
    return store.callLimit();
  }

  @Override
  public EntityMapper mapper() {
    return store.mapper();
  }

  @Override
  public String describe() {
    return store.describe();
  }
}
