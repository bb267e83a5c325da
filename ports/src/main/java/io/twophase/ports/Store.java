package io.twophase.ports;

import io.twophase.domain.hold.Hold.Home;

/** The ports of one store: a store is always whole. */
public interface Store {

  /** All that records hold of accounts and documents. */
  Holds holds();

  /** The records that decide transactions. */
  Records records();

  /** The accounts and accounting periods, beside what records hold of them. */
  Accounts accounts();

  /** The numbers of decided records and who reads them. */
  EventRepository events();

  /** The balances that removed records have left. */
  CarriedBalanceRepository carried();

  /** The owners of what is under way: the processes that are alive. */
  OwnerRepository owners();

  /** The log of what operators have done by hand. */
  ActionRepository actions();

  /** Translates a host's own objects, unless the host gives another mapper. */
  default EntityMapper mapper() {
    return EntityMapper.NONE;
  }

  /** Returns what limits the time that calls of these repositories take. */
  default CallLimit callLimit() {
    return CallLimit.NONE;
  }

  /** Returns where the transaction records are: what the holds on documents name. */
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
