package io.twophase.test.fault;

import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;

/**
 * A store as one process sees it, and the faults that a test plans for what this process writes.
 * Accounts are held before documents, in calls of their own. Of several processes over one store,
 * each has a faulty store of its own: what befalls one does not befall the others.
 */
public final class FaultyStore implements Store {

  private final Faults faults = new Faults();
  private final Unreadables unreadables = new Unreadables();
  private final AccountRepository accounts;
  private final DocumentRepository documents;
  private final TransactionRepository transactions;
  private final Option<Batches> batches;
  private final Option<EventRepository> events;
  private final Option<PeriodRepository> periods;
  private final Option<CarriedBalanceRepository> carried;
  private final OwnerRepository owners;
  private final CallLimit callLimit;
  private final Home home;

  private FaultyStore(Store sound) {
    this.accounts =
        mortal(AccountRepository.class, new FaultyAccountRepository(sound.accounts(), faults));
    this.documents =
        mortal(DocumentRepository.class, new FaultyDocumentRepository(sound.documents(), faults));
    this.transactions =
        mortal(
            TransactionRepository.class,
            new FaultyTransactionRepository(sound.transactions(), faults));
    this.batches = sound.batches().map(this::faulty);
    this.events = sound.events().map(there -> mortal(EventRepository.class, there));
    this.periods = sound.periods().map(there -> mortal(PeriodRepository.class, there));
    this.carried = sound.carried().map(there -> mortal(CarriedBalanceRepository.class, there));
    this.owners = mortal(OwnerRepository.class, new FaultyOwnerRepository(sound.owners(), faults));
    this.callLimit = sound.callLimit();
    this.home = sound.home();
  }

  private Batches faulty(Batches sound) {
    return new Batches(
        mortal(RangeRepository.class, new FaultyRanges(sound.ranges(), faults)),
        mortal(BatchRepository.class, new FaultyBatches(sound.records(), faults)));
  }

  private <T> T mortal(Class<T> port, T alive) {
    return Mortal.port(port, alive, faults, unreadables);
  }

  /** The given store, whose writes go wrong where {@link #faults} says so. */
  public static FaultyStore over(Store sound) {
    return new FaultyStore(sound);
  }

  /** The accounts, with faults. */
  @Override
  public AccountRepository accounts() {
    return accounts;
  }

  /** The documents, with faults. */
  @Override
  public DocumentRepository documents() {
    return documents;
  }

  /** The transaction records, with faults. */
  @Override
  public TransactionRepository transactions() {
    return transactions;
  }

  /** What batches need, with faults, where the store has it. */
  @Override
  public Option<Batches> batches() {
    return batches;
  }

  /** The numbers of decided records, where the store has them. No faults are planned for them. */
  @Override
  public Option<EventRepository> events() {
    return events;
  }

  /** The accounting periods, where the store has them. No faults are planned for them. */
  @Override
  public Option<PeriodRepository> periods() {
    return periods;
  }

  /** What removed records come to, where the store has it. No faults are planned for it. */
  @Override
  public Option<CarriedBalanceRepository> carried() {
    return carried;
  }

  /** The owners of what is under way, with faults. */
  @Override
  public OwnerRepository owners() {
    return owners;
  }

  /** What limits the time that the calls of the given store take. */
  @Override
  public CallLimit callLimit() {
    return callLimit;
  }

  @Override
  public Home home() {
    return home;
  }

  /** What is to go wrong with the writes: nothing, until a test plans it. */
  public Faults faults() {
    return faults;
  }

  /** Tells which parts of the store cannot be read: none, until a test plans it. */
  public Unreadables unreadables() {
    return unreadables;
  }
}
