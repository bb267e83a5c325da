package io.twophase.adapter.mongo;

import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.Batches;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;

/** A store whose documents are on several clusters. */
record ClusteredStore(
    MongoStore records, DocumentRepository documents, ParticipantRepository participants)
    implements Store {

  @Override
  public Home home() {
    return records.home();
  }

  @Override
  public String describe() {
    return records.describe();
  }

  @Override
  public AccountRepository accounts() {
    return records.accounts();
  }

  @Override
  public TransactionRepository transactions() {
    return records.transactions();
  }

  /** The accounts and the records are here. */
  @Override
  public Option<Batches> batches() {
    return records.batches();
  }

  /** Of accounts: they are all on the cluster of the records. */
  @Override
  public Option<AtomicBatches> atomicBatches() {
    return records.atomicBatches();
  }

  @Override
  public Option<EventRepository> events() {
    return records.events();
  }

  /** They are beside the records, in the store's own database. */
  @Override
  public Option<PeriodRepository> periods() {
    return records.periods();
  }

  @Override
  public Option<CarriedBalanceRepository> carried() {
    return records.carried();
  }

  @Override
  public CallLimit callLimit() {
    return records.callLimit();
  }

  @Override
  public OwnerRepository owners() {
    return records.owners();
  }
}
