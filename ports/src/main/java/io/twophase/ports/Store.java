package io.twophase.ports;

import io.twophase.domain.participant.Home;
import io.vavr.control.Option;

/** The repositories of one store, which belong together. */
public interface Store {

  /** The accounts. */
  AccountRepository accounts();

  /** The documents of hosts that take part in transactions. */
  DocumentRepository documents();

  /**
   * The accounts and the documents as what transactions hold: what the engine writes to. It is the
   * accounts and then the documents, unless the store can send both together.
   */
  default ParticipantRepository participants() {
    return AccountsThenDocuments.of(accounts(), documents());
  }

  /** The transaction records. */
  TransactionRepository transactions();

  /** What batches need that are one transaction; none where the store has no such batches. */
  default Option<Batches> batches() {
    return Option.none();
  }

  /**
   * Many transactions at once, where the store can. One in memory has no use for it: it saves round
   * trips and waits for a majority, and there are none.
   */
  default Option<AtomicBatches> atomicBatches() {
    return Option.none();
  }

  /** The numbers of decided records and who reads them; none where the store keeps no events. */
  default Option<EventRepository> events() {
    return Option.none();
  }

  /** The accounting periods; none where the store keeps none. */
  default Option<PeriodRepository> periods() {
    return Option.none();
  }

  /** What removed records come to; none where the store carries nothing. */
  default Option<CarriedBalanceRepository> carried() {
    return Option.none();
  }

  /** The owners of what is under way: the processes that are alive. */
  OwnerRepository owners();

  /** What limits the time that calls of these repositories take. */
  default CallLimit callLimit() {
    return CallLimit.NONE;
  }

  /** Where the transaction records are: what the holds on documents name. */
  Home home();

  /**
   * Names the store in one line for people: what it is, its server's version where there is one,
   * and where its records are.
   *
   * @throws StoreException if it has to ask its server, and has no answer
   */
  default String describe() {
    return "a store, records in " + home();
  }
}
