package io.twophase.app.engine;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.AccountsThenDocuments;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.Batches;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;

/**
 * What an engine works on.
 *
 * @param accounts the accounts
 * @param transactions the records
 * @param documents the documents, unless the host has none
 * @param participants the accounts and the documents as what transactions hold
 * @param batches what batches need that are one transaction, unless the store has none
 * @param atomicBatches many transactions at once, where the store can
 * @param events the numbers of decided records, unless the store keeps none
 * @param periods the accounting periods, unless the store keeps none
 * @param carried what removed records come to, unless the store carries nothing
 */
public record Repositories(
    AccountRepository accounts,
    TransactionRepository transactions,
    Option<Documents> documents,
    ParticipantRepository participants,
    Option<Batches> batches,
    Option<AtomicBatches> atomicBatches,
    Option<EventRepository> events,
    Option<PeriodRepository> periods,
    Option<CarriedBalanceRepository> carried) {

  /** Accounts only: a transaction on documents cannot be run, nor finished. */
  public static Repositories ofAccounts(
      AccountRepository accounts, TransactionRepository transactions) {
    return new Repositories(
        accounts,
        transactions,
        Option.none(),
        AccountsThenDocuments.ofAccounts(accounts),
        Option.none(),
        Option.none(),
        Option.none(),
        Option.none(),
        Option.none());
  }

  /** All of a store. */
  public static Repositories of(Store store) {
    return new Repositories(
        store.accounts(),
        store.transactions(),
        Option.some(new Documents(store.documents(), store.home())),
        store.participants(),
        store.batches(),
        store.atomicBatches(),
        store.events(),
        store.periods(),
        store.carried());
  }

  /** The same accounts and records with documents, which are held after the accounts. */
  public Repositories with(Documents there) {
    return new Repositories(
        accounts,
        transactions,
        Option.some(there),
        AccountsThenDocuments.of(accounts, there.repository()),
        batches,
        atomicBatches,
        events,
        periods,
        carried);
  }

  /** The same, with a shortcut for batches. */
  public Repositories with(AtomicBatches shortcut) {
    return new Repositories(
        accounts,
        transactions,
        documents,
        participants,
        batches,
        Option.some(shortcut),
        events,
        periods,
        carried);
  }

  /** The same, held by way of {@code together}. */
  public Repositories with(ParticipantRepository together) {
    return new Repositories(
        accounts,
        transactions,
        documents,
        together,
        batches,
        atomicBatches,
        events,
        periods,
        carried);
  }
}
