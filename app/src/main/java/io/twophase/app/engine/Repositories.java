package io.twophase.app.engine;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;

/**
 * What an engine works on.
 *
 * @param accounts the accounts
 * @param transactions the records
 * @param documents the documents, unless the host has none
 */
public record Repositories(
    AccountRepository accounts, TransactionRepository transactions, Option<Documents> documents) {

  /** Accounts only: a transaction on documents cannot be run, nor finished. */
  public static Repositories ofAccounts(
      AccountRepository accounts, TransactionRepository transactions) {
    return new Repositories(accounts, transactions, Option.none());
  }

  /** All of a store. */
  public static Repositories of(Store store) {
    return new Repositories(
        store.accounts(),
        store.transactions(),
        Option.some(new Documents(store.documents(), store.home())));
  }
}
